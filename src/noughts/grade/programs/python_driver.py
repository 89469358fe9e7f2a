"""Runs in the process of a submission and calls the functions of its file. Never imported: it is started as a script.

It imports nothing of noughts, which its process cannot see. Requests and replies are lines of JSON on two pipes of
their own; each reply carries a token, so that nothing which the file prints or writes is taken for one. All that the
loop needs is bound to names before the file is loaded. The file may still replace what it likes: whoever answers in
the driver's place gains nothing, because every answer is judged in the process of noughts.
"""

from __future__ import annotations

import _thread
import builtins
import importlib.util
import json
import operator
import os
import re
import site
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # the real flag would cost the import of typing
    from collections.abc import Callable
    from typing import Any

MOST_ITEMS = 20
DEEPEST = 5
LONGEST_TEXT = 200
LARGEST_INT = 10**15
MOST_RECORDED, RECORDED_AT_ONCE = 20_000, 500

site.setquit()  # a student has exit() and quit(), which are missing without site packages
BUILTINS = vars(builtins)
OUR_BUILTINS = dict(BUILTINS)
ANYTHING_RAISED = BaseException
encode_json, decode_json = json.JSONEncoder(ensure_ascii=False).encode, json.JSONDecoder().decode
execute, compile_source = exec, compile
write, getpid, leave, waitpid = os.write, os.getpid, os._exit, os.waitpid
count_threads, index = _thread._count, operator.index
STDOUT = sys.stdout
PID = getpid()
FUNCTIONS = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")
STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn")
runs_noughts = re.compile(r"(?:^|[|;&(] *|-c )(?:\S*/)?noughts(?:\s|$)|-m noughts\b").search


class Replies:
    """The way back to the grader."""

    def __init__(self, pipe: int, token: str) -> None:
        self.pipe = pipe
        self.token = token
        self.noticed: set[str] = set()

    def send(self, *words: Any) -> None:
        if getpid() != PID:  # the file forked, and this is the copy
            leave(0)
        data = encode_json([self.token, *words]).encode("utf-8", "replace") + b"\n"
        while data:
            data = data[write(self.pipe, data) :]

    def notice(self, kind: str, text: str = "") -> None:
        """A remark that is worth telling once."""
        if kind not in self.noticed:
            self.noticed.add(kind)
            self.send("notice", kind, text)


def watch_for_noughts(replies: Replies, folder: str) -> None:
    """Notice who asks noughts for the answers, unless the file brings a module of that name along."""
    if {"noughts", "noughts.py"} & {entry.name for entry in os.scandir(folder)}:
        return

    class Finder:
        """Finds nothing, but hears of every import."""

        @staticmethod
        def find_spec(name: str, *_: Any) -> None:
            if name == "noughts" or name.startswith("noughts."):
                replies.notice("imports noughts")

    def hook(event: str, given: tuple[Any, ...]) -> None:
        if event in STARTS and runs_noughts(" ".join(texts(given[:2]))):
            replies.notice("runs noughts")

    sys.meta_path.insert(0, Finder)
    sys.addaudithook(hook)


def texts(given: Any) -> list[str]:
    """The words of a command, however it was given."""
    if isinstance(given, (list, tuple)):
        return [text for item in given[:MOST_ITEMS] for text in texts(item)]
    return [given.decode("utf-8", "replace") if isinstance(given, bytes) else given if isinstance(given, str) else ""]


def encode(value: Any, depth: int = 0) -> Any:
    """A value as JSON; see `Encoded` in calls.py."""
    kind = type(value)
    if value is None or kind is bool or kind is float:
        return value
    if kind is int:
        return value if -LARGEST_INT < value < LARGEST_INT else {"other": "a very large int"}
    if kind is str:
        return value[:LONGEST_TEXT]
    if depth < DEEPEST:
        for name, kinds in (("list", (list,)), ("tuple", (tuple,)), ("set", (set, frozenset))):
            if isinstance(value, kinds):
                return {name: [encode(item, depth + 1) for item in list(value)[:MOST_ITEMS]]}
    try:
        return int(index(value))
    except ANYTHING_RAISED:
        return {"other": shown(value)}


def shown(value: Any) -> str:
    try:
        return repr(value)[:LONGEST_TEXT]
    except ANYTHING_RAISED:
        return f"a {type(value).__name__} that cannot be printed"


def describe(error: BaseException, path: str) -> list[str]:
    """Kind, message and the innermost line of the file under test."""
    where = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == path:
            inside = "" if code.co_name == "<module>" else f" in {code.co_name}"
            where = f"line {trace.tb_lineno}{inside}"
        trace = trace.tb_next
    if isinstance(error, SyntaxError):
        return [type(error).__name__, str(error.msg)[:LONGEST_TEXT], f"line {error.lineno}"]
    try:
        message = str(error)[:LONGEST_TEXT]
    except ANYTHING_RAISED:
        message = ""
    return [type(error).__name__, message, where]


def run(replies: Replies, work: Callable[[], Any]) -> Any:
    """Their code, with their builtins; afterwards ours are back."""
    try:
        return work()
    finally:
        if BUILTINS != OUR_BUILTINS:
            changed = [name for name, value in OUR_BUILTINS.items() if BUILTINS.get(name) is not value]
            BUILTINS.update(OUR_BUILTINS)
            changed = [name for name in changed if name != "_"]
            if changed:
                replies.notice("replaces builtins", ", ".join(changed[:5]))
        if count_threads() > 0:
            replies.notice("leaves a thread")


def load(path: str, folder: str, replies: Replies, source: str | None = None) -> Any:
    """The module, or with another source one like it; a replaced builtin stays replaced only while it runs itself."""
    sys.path[0] = folder  # in the place of the driver's own folder
    name = path[len(folder) + 1 : -len(".py")]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    loader = spec.loader
    assert loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if source is None:
        run(replies, lambda: loader.exec_module(module))
    else:
        run(replies, lambda: execute(compile_source(source, path, "exec"), vars(module)))
    return module


class Recorder:
    """The calls of the file's functions that get a board, as they begin and end; hears of all as a profiler."""

    def __init__(self, path: str, marks: dict[str, Any]) -> None:
        self.path = path
        self.marks = [(value, cell) for cell, value in marks.items()]
        self.calls: list[list[Any]] = []
        self.begun: list[Any] = []

    def cells(self, value: Any) -> str:
        """The board that a value is, in letters; empty for anything else."""
        if type(value) not in (list, tuple) or len(value) != 3 or any(type(row) not in (list, tuple) for row in value):
            return ""
        texts = [next((text for mark, text in self.marks if cell == mark), "?") for row in value for cell in row]
        return "".join(texts) if len(texts) == 9 else ""

    def __call__(self, frame: Any, event: str, value: Any) -> None:
        code = frame.f_code
        if code.co_filename != self.path:
            return
        if event == "call":
            given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
            board = next((one for one in given if self.cells(one)), None)
            self.begun.append(board)
            if board is not None and len(self.calls) < MOST_RECORDED:
                rest = [one for one in given if one is not board]
                self.calls.append([code.co_name, self.cells(board), encode(rest[0]) if rest else None])
        elif event == "return" and self.begun:
            board = self.begun.pop()
            if board is not None and len(self.calls) < MOST_RECORDED:
                self.calls.append([self.cells(value) or encode(value), self.cells(board)])


def record(function: Any, marks: dict[str, Any], cells: str, path: str, replies: Replies) -> None:
    """The calls that one call leads to, in parts; its answer is of no interest here."""
    recorder = Recorder(path, marks)
    board = [[marks[cell] for cell in cells[begin : begin + 3]] for begin in (0, 3, 6)]
    sys.setprofile(recorder)
    try:
        run(replies, lambda: function(board))
    except ANYTHING_RAISED:
        sys.setprofile(None)
    sys.setprofile(None)
    for begin in range(0, len(recorder.calls), RECORDED_AT_ONCE):
        replies.send("calls", recorder.calls[begin : begin + RECORDED_AT_ONCE])
    replies.send("value", None, None)


def answer(
    function: Any, marks: dict[str, Any], cells: str, extra: list[int] | None, path: str, replies: Replies
) -> list[Any]:
    """What came out, and where the call changed its board: the board, and whether the rows are still the same lists."""

    def board() -> list[list[Any]]:
        return [[marks[cell] for cell in cells[begin : begin + 3]] for begin in (0, 3, 6)]

    given: tuple[Any, ...] = () if not cells else (board(),) if extra is None else (board(), tuple(extra))
    rows = list(given[0]) if given else []
    try:
        value = run(replies, lambda: function(*given))
        outcome = ["value", encode(value)]
    except ANYTHING_RAISED as error:
        outcome = ["raised", describe(error, path)]
    after = [encode(given[0]), given[0] == rows] if given and given[0] != board() else None
    return [*outcome, after]


def reap() -> None:
    """Let go of children that have ended, so that they do not count as processes."""
    try:
        while waitpid(-1, os.WNOHANG)[0]:
            pass
    except ANYTHING_RAISED:
        return  # there are none


def flush_prints() -> None:
    """So that what was printed is counted even when the process is killed."""
    try:
        STDOUT.flush()
    except ANYTHING_RAISED:
        return  # the file may have closed it


def main() -> None:
    path, requests_fd, replies_fd = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    folder = path.rpartition("/")[0]
    for pipe in (requests_fd, replies_fd):
        os.set_inheritable(pipe, False)
    requests = os.fdopen(requests_fd, encoding="utf-8")
    replies = Replies(replies_fd, requests.readline().strip())
    watch_for_noughts(replies, folder)
    try:
        module = load(path, folder, replies)
    except ANYTHING_RAISED as error:
        replies.send("raised", describe(error, path), None)
        leave(0)
    constants = {name: getattr(module, name, default) for name, default in (("X", "X"), ("O", "O"), ("EMPTY", None))}
    marks = {"X": constants["X"], "O": constants["O"], ".": constants["EMPTY"]}
    found = [name for name in FUNCTIONS if callable(getattr(module, name, None))]
    replies.send("loaded", found, {name: encode(value) for name, value in constants.items()})
    for line in requests:
        for name, cells, extra in decode_json(line):
            if name == "load":  # a repaired program takes its place
                try:
                    module = load(path, folder, replies, cells)
                    replies.send("value", None, None)
                except ANYTHING_RAISED as error:
                    replies.send("raised", describe(error, path), None)
                continue
            if name == "record":
                record(module.minimax, marks, cells, path, replies)
                continue
            replies.send(*answer(getattr(module, name), marks, cells, extra, path, replies))
            reap()
        flush_prints()
    leave(0)


if __name__ == "__main__":
    main()
