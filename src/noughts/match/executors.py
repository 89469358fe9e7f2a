"""Where many games are played: in processes of this machine, or on a Dask cluster.

Everything that plays many games hands its work to a `concurrent.futures.Executor` in batches of about a second.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from types import FrameType
from typing import Any, cast

from noughts.errors import EngineError, EngineMissingError

GRACE = 3.0
"""Seconds in which a worker ends its game and its programs when it is told to."""


@contextmanager
def process_pool(jobs: int) -> Iterator[Executor]:
    """So many worker processes; leaving ends what they are still doing, programs included."""
    # Fresh processes, because forking beside running threads (a live table) may copy a locked lock.
    context = multiprocessing.get_context("spawn")
    before = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare_worker)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        workers = set(multiprocessing.active_children()) - before
        for worker in workers:
            worker.terminate()
        deadline = time.monotonic() + GRACE
        for worker in workers:
            worker.join(max(0.0, deadline - time.monotonic()))
            if worker.is_alive():
                worker.kill()


def _prepare_worker() -> None:
    """Ctrl-C is for the main process; a worker ends when that tells it to, or when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _end(signum: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.unraisablehook = _end_again
    threading.Thread(target=_end_for_sure, daemon=True).start()
    sys.exit(1)  # through the game that runs, so that it closes its programs


def _end_again(dropped: sys.UnraisableHookArgs) -> None:
    """Python drops an exit that comes while something is being deleted: it is asked for once more after that."""
    if isinstance(dropped.exc_value, SystemExit):
        signal.signal(signal.SIGTERM, _end)
        threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGTERM)).start()
    else:
        sys.__unraisablehook__(dropped)


def _end_for_sure() -> None:
    """The pool catches the exit of a task and would wait for another."""
    time.sleep(GRACE / 2)
    os._exit(1)


def _follow_parent() -> None:
    """Workers do not hear when the main process is killed; without this they would wait for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def dask_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask scheduler like `tcp://host:8786`, and how many batches they can play at a time.

    What a lost worker was playing is played again elsewhere.
    """
    try:
        from distributed import Client
    except ImportError:
        raise EngineMissingError("--dask needs dask.distributed: pip install 'noughts[dask]'") from None
    connect = cast(Callable[..., Any], Client)
    try:
        client = connect(address, timeout="5s")
    except (OSError, TimeoutError, ValueError) as error:
        raise EngineError(f"no Dask scheduler at {address}: {error}") from None
    try:
        threads = sum(client.nthreads().values())
        if threads == 0:
            raise EngineError(f"the Dask scheduler at {address} has no workers")
        yield cast(Executor, client.get_executor(pure=False)), threads
    finally:
        client.close()


@contextmanager
def executor_for(jobs: int, dask: str | None) -> Iterator[tuple[Executor, int]]:
    """A Dask cluster where an address is given, else processes of this machine; and how many batches fit."""
    if dask is not None:
        with dask_cluster(dask) as cluster:
            yield cluster
    else:
        with process_pool(jobs) as executor:
            yield executor, jobs
