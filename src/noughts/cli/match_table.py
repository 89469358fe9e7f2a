"""How a match stands, for people and for programs."""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path
from typing import Any, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from noughts.match.elo import Standing, Tally, standing_of
from noughts.match.game import TIME
from noughts.match.results import Meeting, Results
from noughts.match.sprt import Sprt
from noughts.rules.mark import Mark

PAIR_NAMES = ("0", "½", "1", "1½", "2")
"""What one gets in two games."""
WIN, DRAW, LOSS, FAINT = "green", "yellow", "red", "dim"
SURE = 0.975
"""The likelihood of superiority from which on the table says so."""
BAR_WIDTH = 30
PLAIN_WIDTH = 120
"""Of a table that goes into a file or a pipe."""


class LiveTable:
    """The table while the games are played, on stderr; nothing at all where that is no terminal."""

    def __init__(self, results: Results, sprt: Sprt | None, path: Path, jobs: int, *, wanted: bool) -> None:
        self._results = results
        self._sprt = sprt
        self._path = path
        self._jobs = jobs
        self._began = time.monotonic()
        self._played_before = results.games
        self._live = Live(console=Console(stderr=True), transient=True, auto_refresh=False) if wanted else None

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
            self.refresh()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def refresh(self) -> None:
        if self._live is not None:
            self._live.update(
                Group(heading(self._results, self._jobs), self._progress(), body(self._results, self._sprt)),
                refresh=True,
            )

    def _progress(self) -> RenderableType:
        done, total = self._results.games, self._results.plan.total
        seconds = time.monotonic() - self._began
        played = done - self._played_before
        left = "" if not played or self._sprt else f", about {_duration((total - done) * seconds / played)} left"
        line = Table.grid(padding=(0, 1))
        line.add_row(
            ProgressBar(total, done, width=BAR_WIDTH),
            Text.assemble((f"{done}", "bold"), f" of {total} games", (f"  {_duration(seconds)}{left}", FAINT)),
        )
        hint = Text(f"written to {self._path}; Ctrl-C ends it with what is known", style=FAINT)
        return _padded(line, hint, Text())


def summary(results: Results, sprt: Sprt | None, path: Path, *, interrupted: bool) -> None:
    """The last word, on stdout."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else PLAIN_WIDTH)
    console.print(heading(results), body(results, sprt))
    if any(results.failures_of(number)[TIME] for number in range(len(results.plan.entries))):
        console.print(
            _padded(Text(), Text("time was lost: on a busy machine try --cpu-time or a larger --margin", FAINT))
        )
    if interrupted:
        console.print(_padded(Text(), Text(f"interrupted after {results.games} of {results.plan.total} games", "bold")))
    console.print(_padded(Text(), Text(f"games: {path}", style=FAINT)))
    sys.stdout.flush()


def heading(results: Results, jobs: int | None = None) -> RenderableType:
    plan = results.plan
    names = plan.names
    title = Text(" against ", style=FAINT).join(Text(name, style="bold") for name in names)
    if len(names) > 2:
        title = Text.assemble((f"{len(names)} players", "bold"), (f", {plan.tournament}", FAINT))
    facts = [
        plan.game,
        plan.limits(),
        f"{plan.games} games of each two" if len(names) > 2 else f"{plan.games} games",
    ]
    facts += ["CPU time"] * plan.cpu_time
    facts += [f"{jobs} at a time"] if jobs else []
    return _padded(Text(), title, Text(" · ".join(facts), style=FAINT), Text())


def body(results: Results, sprt: Sprt | None) -> RenderableType:
    if len(results.plan.entries) > 2:
        return Group(_ranking(results), _crosstable(results))
    (meeting,) = results.meetings.values()
    parts: list[RenderableType] = [_match_table(results, meeting), _pairs(meeting.tally())]
    if sprt is not None:
        parts.append(_sprt_line(sprt, meeting.tally()))
    return Group(*parts)


def _match_table(results: Results, meeting: Meeting) -> RenderableType:
    names, tally = results.plan.names, meeting.tally()
    table = _table("player", "games", "wins", "draws", "losses", "score", "time losses", *_other_faults(results))
    table.add_row(Text(names[0], style="bold"), *_counted(tally), *_faults(results, 0))
    for mark in Mark:
        table.add_row(f"  with {mark}", *_counted(meeting.as_mark(mark)), style=FAINT)
    table.add_row(Text(names[1], style="bold"), *_counted(tally.reversed()), *_faults(results, 1))
    return _padded(table, Text(), _elo_line(tally), _verdict(names, tally))


def _counted(tally: Tally) -> list[RenderableType]:
    """Games, wins, draws, losses and score."""
    counts: list[RenderableType] = [str(tally.games)]
    for count, style in ((tally.wins, WIN), (tally.draws, DRAW), (tally.losses, LOSS)):
        counts.append(Text(str(count), style=style if count else FAINT))
    return [*counts, _percent((tally.wins + tally.draws / 2) / tally.games) if tally.games else ""]


def _elo_line(tally: Tally) -> Text:
    standing = standing_of(tally)
    if not tally.games:
        return Text("Elo is not known yet", style=FAINT)
    elo, interval = _elo(standing)
    return Text.assemble("Elo ", elo, f"   95% {interval}", f"   LOS {_percent(standing.superior)}")


def _verdict(names: tuple[str, ...], tally: Tally) -> Text:
    """What the numbers mean."""
    superior = standing_of(tally).superior
    if superior > SURE:
        return Text.assemble((names[0], "bold"), " is stronger")
    if superior < 1 - SURE:
        return Text.assemble((names[1], "bold"), " is stronger")
    return Text("too close to tell yet" if tally.games else "", style=FAINT)


def _elo(standing: Standing) -> tuple[Text, str]:
    style = WIN if standing.low > 0 else LOSS if standing.high < 0 else ""
    interval = f"{_signed(standing.low)} … {_signed(standing.high)}"
    if math.isfinite(standing.elo):
        return Text(_signed(standing.elo), style=f"bold {style}"), interval
    bound = f"above {_signed(standing.low)}" if standing.elo > 0 else f"below {_signed(standing.high)}"
    return Text(bound, style=f"bold {style}"), interval


def _other_faults(results: Results) -> list[str]:
    """The column for games that were lost neither on the board nor on time, where there are such games."""
    reasons = {reason for number in range(len(results.plan.entries)) for reason in results.failures_of(number)}
    return ["other faults"] if reasons - {TIME} else []


def _faults(results: Results, number: int) -> list[RenderableType]:
    """Games lost on time, and for other reasons than on the board."""
    failures = results.failures_of(number)
    late = failures.pop(TIME, 0)
    words = ", ".join(f"{count} {reason}" for reason, count in sorted(failures.items()))
    others = [Text(words, style=LOSS)] if _other_faults(results) else []
    return [Text(str(late), style=LOSS if late else FAINT), *others]


def _pairs(tally: Tally) -> RenderableType:
    """The pairs of games by what the first player got in them, as bars."""
    total = sum(tally.pairs)
    bars = Table.grid(padding=(0, 1))
    bars.add_column(justify="right")
    bars.add_column(justify="right")
    for name, count, style in zip(PAIR_NAMES, tally.pairs, (LOSS, LOSS, DRAW, WIN, WIN), strict=True):
        length = BAR_WIDTH * count / total if total else 0
        bars.add_row(name, str(count), Text(_bar(length), style=style))
    title = Text("points of the first player in a pair of games", style=FAINT)
    return _padded(Text(), title, bars)


def _bar(length: float) -> str:
    full, part = divmod(round(length * 8), 8)
    return "█" * full + " ▏▎▍▌▋▊▉"[part].strip()


def _sprt_line(sprt: Sprt, tally: Tally) -> RenderableType:
    llr, decision = sprt.llr(tally), sprt.decision(tally)
    words = {None: ("undecided", FAINT), "H1": ("H1 accepted", f"bold {WIN}"), "H0": ("H0 accepted", f"bold {LOSS}")}
    text = Text.assemble(
        "SPRT ",
        (f"H0: Elo {sprt.elo0:+g}, H1: Elo {sprt.elo1:+g}", FAINT),
        f"   LLR {llr:+.2f} ",
        (f"in ({sprt.lower:+.2f}, {sprt.upper:+.2f})   ", FAINT),
        words[decision],
    )
    return _padded(Text(), text)


def _ranking(results: Results) -> RenderableType:
    numbers = ("games", "wins", "draws", "losses", "score", "Elo", "95%", "time losses")
    table = _table("player", *numbers, *_other_faults(results))
    everybody = range(len(results.plan.entries))
    for number in sorted(everybody, key=lambda number: -_score(results.overall(number))):
        tally = results.overall(number)
        elo = _elo(standing_of(tally)) if tally.games else ("", "")
        table.add_row(Text(results.plan.names[number], "bold"), *_counted(tally), *elo, *_faults(results, number))
    return _padded(table)


def _crosstable(results: Results) -> RenderableType:
    """Who got how much against whom."""
    table = _table("player", "against", "games", "score", "Elo", "95%", *PAIR_NAMES)
    names = results.plan.names
    for (first, second), meeting in results.meetings.items():
        tally = meeting.tally()
        games, _, _, _, share = _counted(tally)
        elo = _elo(standing_of(tally)) if tally.games else ("", "")
        table.add_row(names[first], names[second], games, share, *elo, *map(str, tally.pairs))
    return _padded(Text(), table)


def _score(tally: Tally) -> float:
    return (tally.wins + tally.draws / 2) / tally.games if tally.games else 0.5


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=FAINT)
    for column in columns:
        left = column in ("player", "against", "other faults")
        table.add_column(column, justify="left" if left else "right", no_wrap=not left, overflow="fold")
    return table


def _padded(*parts: RenderableType) -> RenderableType:
    return Padding(Group(*parts), (0, 0, 0, 1), expand=False)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _signed(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else "+∞" if elo > 0 else "−∞"


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


# For programs


def document(results: Results, sprt: Sprt | None, path: Path, *, interrupted: bool) -> dict[str, Any]:
    plan = results.plan
    return {
        "game": plan.game,
        "conditions": plan.conditions(),
        "players": list(plan.names),
        "games": results.games,
        "planned": plan.total,
        "interrupted": interrupted,
        "record": str(path),
        "matches": [_meeting(results, pairing, sprt) for pairing in results.meetings],
        "ranking": [
            {"player": plan.names[number], **_counts(results.overall(number))} for number in range(len(plan.entries))
        ],
    }


def _meeting(results: Results, pairing: tuple[int, int], sprt: Sprt | None) -> dict[str, Any]:
    meeting = results.meetings[pairing]
    tally = meeting.tally()
    first, second = (results.plan.names[number] for number in pairing)
    fields: dict[str, Any] = {"first": first, "second": second, **_counts(tally), "pairs": list(tally.pairs)}
    for place, player in enumerate(("first", "second")):
        fields[f"{player}_time_losses"] = meeting.failures[place].get(TIME, 0)
        fields[f"{player}_failures"] = dict(meeting.failures[place])
    if sprt is not None:
        fields["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "llr": round(sprt.llr(tally), 4),
            "bounds": [round(sprt.lower, 4), round(sprt.upper, 4)],
            "accepted": sprt.decision(tally),
        }
    return fields


def _counts(tally: Tally) -> dict[str, Any]:
    standing = standing_of(tally)
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": round(standing.score, 6),
        "elo": _finite(standing.elo),
        "elo_low": _finite(standing.low),
        "elo_high": _finite(standing.high),
        "los": round(standing.superior, 6),
    }


def _finite(elo: float) -> float | None:
    """JSON has no infinity."""
    return round(elo, 2) if math.isfinite(elo) else None
