"""Stands between noughts and a stranger's program, so that the program ends when noughts does, even by kill -9.

Never imported: `Process` starts it as a script, with a socket to itself and a plan. It makes the namespaces and mounts
of an isolated program, starts the program with its limits, says on the socket how it began (`started PID` or
`failed REASON`) and ended (`exit CODE` or `signal NUMBER`), and kills all that is left when the program ends or when
the other end of the socket is closed. The program's own folder is made and removed here, so that it never outlives us
both. It imports little: each start of a program waits for it.
"""

from __future__ import annotations

import ctypes
import marshal
import os
import resource
import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # the real flag would cost the import of typing
    from collections.abc import Callable
    from typing import Any

LINUX = sys.platform == "linux"
LIBC = ctypes.CDLL(None, use_errno=True)
SIGKILL = 9
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
NEW_MOUNTS, NEW_UTS, NEW_IPC, NEW_USER, NEW_PIDS, NEW_NETWORK = (
    0x20000,
    0x4000000,
    0x8000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
READ_ONLY, NO_SUID, NO_DEVICES, NO_EXEC, REMOUNT, BIND, RECURSIVE, PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
KEPT_FLAGS = 2 | 4 | 8 | 1024 | 2048 | 1 << 21
"""Flags of a mount that a user namespace must not take away: nosuid, nodev, noexec, and those about access times."""
DETACH = 2
NOBODY = 65_534
INNER_USER = 1_000
NOUGHTS_IS_GONE, WANTED = "gone", "wanted"


def main() -> None:
    control, plan = int(sys.argv[1]), marshal.loads(bytes.fromhex(sys.argv[2]))
    os.set_inheritable(control, False)
    status, failure = os.pipe()
    folders: list[str] = []
    code: int | str | None = None
    try:
        if plan["own_folder"]:
            os.mkdir(plan["own_folder"], 0o700)
            folders.append(plan["own_folder"])
        if LINUX:
            LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        if plan["view"]:
            leave_namespaces()
        child = os.fork()
        if child == 0:
            os.close(status)
            begin(plan, control, failure)
    except OSError as error:
        tell(control, f"failed {error.strerror}")
    else:
        os.close(failure)
        let_go_of_streams(plan["pipes"])
        reason = os.read(status, 1_000).decode()
        tell(control, f"failed {reason}" if reason else f"started {child}")
        code = wait_for_end(control, child)
        if isinstance(code, int) and not plan["view"]:  # else the first process of the namespace tells it
            tell(control, ended(code, wrapped=plan["wrapped"]))
        kill_descendants(child, in_namespace=bool(plan["view"]))
    if not isinstance(code, str):  # noughts may have been killed at that moment: stay until it has heard of the end
        code = next_word(control)
    for folder in folders + (plan["folders"] if code == NOUGHTS_IS_GONE else []):
        remove(folder)
    os._exit(0)


def tell(control: int, line: str) -> None:
    """Write to noughts, if it is still there."""
    attempt(os.write, control, line.encode("utf-8", "replace") + b"\n")


def ended(code: int, *, wrapped: bool = False) -> str:
    """How a program ended; a wrapper like bwrap gives 128 + n for a signal."""
    if code > 128 and wrapped:
        code = 128 - code
    return f"signal {-code}" if code < 0 else f"exit {code}"


def let_go_of_streams(pipes: list[int]) -> None:
    """Keep none of the program's streams open: that the program closed one must be noticed."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    for pipe in pipes:
        os.close(pipe)


def remove(folder: str) -> None:
    """A folder with all that is in it, also where the program has locked it."""
    attempt(os.chmod, folder, 0o700)
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            remove(entry.path)
        else:
            attempt(os.unlink, entry.path)
    attempt(os.rmdir, folder)


def attempt(work: Callable[..., object], *given: object) -> None:
    """Do it if it can be done: another launcher of ours may have been faster."""
    try:
        work(*given)
    except OSError:
        return


def wait_for_end(control: int, child: int) -> int | str:
    """The exit code of the child, or why it is not awaited."""
    try:
        watched, seconds = [control, os.pidfd_open(child)], None
    except (AttributeError, OSError):
        watched, seconds = [control], 0.05
    while True:
        ready = select.select(watched, [], [], seconds)[0]
        found, code = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(code)
        if control in ready:
            return next_word(control)


def next_word(control: int) -> str:
    try:
        return WANTED if os.read(control, 1) else NOUGHTS_IS_GONE
    except OSError:  # reset: it was killed before it had read what we told
        return NOUGHTS_IS_GONE


def kill_descendants(child: int, *, in_namespace: bool) -> None:
    """End everything that the program started: a namespace ends with its first process, and orphans come to us."""
    attempt(os.kill, child, SIGKILL)
    if in_namespace or not LINUX:
        attempt(os.killpg, child, SIGKILL)
        attempt(os.waitpid, child, 0)
        return
    while children := [process for task in os.listdir("/proc/self/task") for process in children_of(task)]:
        for process in children:
            attempt(os.kill, process, SIGKILL)
        for process in children:
            attempt(os.waitpid, process, 0)


def children_of(task: str) -> list[int]:
    with open(f"/proc/self/task/{task}/children") as numbers:
        return [int(number) for number in numbers.read().split()]


# In the child


def begin(plan: dict[str, Any], control: int, failure: int) -> None:
    """Become the program, or in namespaces the first process, whose child the program is."""
    try:
        if LINUX:
            LIBC.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
        if plan["view"]:
            see_only(plan["view"])
            drop_privileges()
            child = os.fork()
            if child:
                os.close(failure)
                let_go_of_streams(plan["pipes"])
                reap_until_end(control, child)
        os.setsid()
        for name, most in plan["limits"].items():
            lower_limit(getattr(resource, f"RLIMIT_{name}"), most)
        if plan["folder"]:
            os.chdir(plan["folder"])
        for pipe in plan["pipes"]:
            os.set_inheritable(pipe, True)
        environment = os.environ if plan["environment"] is None else plan["environment"]
        os.execvpe(plan["command"][0], plan["command"], environment)
    except OSError as error:
        os.write(failure, (error.strerror or "it does not start").encode())
    os._exit(127)


def lower_limit(number: int, most: int) -> None:
    hard = resource.getrlimit(number)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(number, (most, most))


def reap_until_end(control: int, child: int) -> None:
    """What the first process of a namespace does: everything else in it ends when it ends."""
    while True:
        found, code = os.wait()
        if found == child:
            tell(control, ended(os.waitstatus_to_exitcode(code)))
            os._exit(0)


# Namespaces


def check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def leave_namespaces() -> None:
    """No network, no processes of ours; as root without a new user, because root will become nobody."""
    wanted = NEW_UTS | NEW_IPC | NEW_PIDS | NEW_NETWORK
    user, group = os.geteuid(), os.getegid()
    if user == 0 and LIBC.unshare(wanted) == 0:
        return
    check(LIBC.unshare(wanted | NEW_USER), "namespaces")
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{INNER_USER} {user} 1"),
        ("gid_map", f"{INNER_USER} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    words = [text.encode() for text in (source, target, kind, options)]
    check(LIBC.mount(words[0], words[1], words[2], flags, words[3]), f"mount {target}")


def bind(source: str, target: str, flags: int) -> None:
    """Show a file or a folder at another place."""
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT))
    mount(source, target, "", BIND | RECURSIVE)
    kept = os.statvfs(target).f_flag & KEPT_FLAGS
    mount(source, target, "", REMOUNT | BIND | NO_SUID | flags | kept)


def see_only(view: dict[str, Any]) -> None:
    """A root of its own: what may be read, a small temporary folder, a few devices, its own processes."""
    root = view["root"]
    check(LIBC.unshare(NEW_MOUNTS), "namespaces")  # the launcher stays outside: it could not remove what it mounts on
    mount("none", "/", "", RECURSIVE | PRIVATE)
    mount("none", root, "tmpfs", NO_SUID | NO_DEVICES, "size=1m,mode=0755")
    os.makedirs(f"{root}/tmp")
    sizes = f"size={view['megabytes']}m,nr_inodes=4096,mode=1777"
    mount("none", f"{root}/tmp", "tmpfs", NO_SUID | NO_DEVICES, sizes)
    for path in view["readable"]:
        if os.path.islink(path):  # /bin, /lib and the like
            os.makedirs(os.path.dirname(root + path), exist_ok=True)
            os.symlink(os.readlink(path), root + path)
        else:
            bind(path, root + path, READ_ONLY | NO_DEVICES)
    for path in view["writable"]:
        bind(path, root + path, NO_DEVICES)
    for path in view["hidden"]:
        mount("none", root + path, "tmpfs", READ_ONLY | NO_SUID | NO_DEVICES, "size=0")
    for device in ("null", "zero", "full", "random", "urandom"):
        bind(f"/dev/{device}", f"{root}/dev/{device}", 0)
    os.symlink("/tmp", f"{root}/dev/shm")
    os.symlink("/proc/self/fd", f"{root}/dev/fd")
    os.mkdir(f"{root}/proc")
    os.umask(0)
    os.makedirs(root + view["folder"], exist_ok=True)
    try:
        mount("proc", f"{root}/proc", "proc", NO_SUID | NO_DEVICES | NO_EXEC)
    except OSError:
        os.rmdir(f"{root}/proc")  # some containers forbid it; few programs miss it
    mount("none", root, "", REMOUNT | READ_ONLY | NO_SUID | NO_DEVICES)
    os.chdir(root)
    check(LIBC.pivot_root(b".", b"."), "pivot_root")
    check(LIBC.umount2(b".", DETACH), "umount")
    os.chdir("/")


def drop_privileges() -> None:
    """Root becomes nobody; what is left of privileges is lost when the program starts."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
        LIBC.unshare(NEW_USER)  # so that its processes are counted apart
        LIBC.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)  # forgotten when the user changes
    LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


if __name__ == "__main__":
    main()
