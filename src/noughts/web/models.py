"""What travels as JSON, in both directions; the OpenAPI description is made from it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from noughts.web.settings import LONGEST_ANALYSIS

MarkName: TypeAlias = Literal["X", "O"]
OutcomeName: TypeAlias = Literal["X wins", "O wins", "draw"]
Level: TypeAlias = Annotated[int, Field(ge=1, le=10, strict=True)] | Literal["perfect"]
AnyLevel: TypeAlias = Level | Literal["adaptive"]
"""Adaptive play is as strong as the results of this browser say."""
Version: TypeAlias = Annotated[int, Field(ge=1, le=2**31 - 1, strict=True, description="The version you have seen")]
Name: TypeAlias = Annotated[str, Field(max_length=200)]
GameName: TypeAlias = Annotated[str, Field(max_length=20, examples=["classic", "4,4,3", "ultimate"])]


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewGame(Request):
    """A game to create."""

    game: GameName = "classic"
    opponent: Literal["computer", "friend", "same_screen"] = Field(
        "computer", description="`friend` leaves the other seat open for whoever takes it first through the link"
    )
    level: AnyLevel = 5
    mark: MarkName = Field("X", description="Your side")
    first: MarkName = Field("X", description="Who opens; a given position says itself whose move it is")
    name: Name = ""
    opponent_name: Name = Field("", description="The second person's name on a shared screen")
    position: str | None = Field(None, max_length=1500, description="Where to start, when not on the empty board")
    move: str | None = Field(None, max_length=20, description="Your first move, when you are the one to make it")
    clock: str | None = Field(None, max_length=12, examples=["5+3"], description="Minutes, and seconds for each move")


class GameFile(Request):
    """A game or a position, as a file or as text."""

    text: str = Field(max_length=12_000, examples=["XOX/OOX/... x"])
    game: GameName = Field("classic", description="Which game a bare position belongs to")
    opponent: Literal["computer", "friend", "same_screen"] = "same_screen"
    level: AnyLevel = 5
    name: Name = ""


class Join(Request):
    """A seat to take."""

    name: Name = ""


class Played(Request):
    """A move."""

    version: Version
    move: str = Field(max_length=20, examples=["b2"])


class Seen(Request):
    """The version that a command is about."""

    version: Version


class Asked(Seen):
    """Something to offer to the other person, or their offer to answer."""

    agree: bool = Field(True, strict=True, description="False declines what the other person offers")


class AnalysisRequest(Request):
    """A position to analyze."""

    game: GameName = "classic"
    position: str = Field("start", max_length=1500, examples=["XOX/OOX/... x"])
    seconds: float = Field(1.0, gt=0, le=LONGEST_ANALYSIS, strict=True)
    lines: int = Field(5, ge=1, le=100, strict=True)


class BoardView(BaseModel):
    """Everything that is drawn; whoever draws it needs no rules."""

    kind: Literal["line", "ultimate"]
    columns: int
    rows: int
    cells: list[str]
    """One text a row from the top: X, O or . for each cell."""
    to_move: MarkName | None
    """Whose mark the next move is; null at the end of a game."""
    legal: list[str]
    """The cells that may be played now."""
    sends: dict[str, list[int]]
    """Ultimate: for each of these cells the boards in which the opponent may play then."""
    last: str | None
    """The cell of the last move."""
    targets: list[int]
    """Ultimate: the boards that may be played in, counted from 0 in reading order."""
    boards: list[str]
    """Ultimate: X, O, = (full without a winner) or . for each board."""
    lines: list[list[str]]
    """The first and last cell (Ultimate: board, counted from 0) of each line that won the game."""
    position: str
    """The position as text, as `noughts analyze` reads it."""


class SeatView(BaseModel):
    name: str
    level: str | None
    """How strong the computer plays here; null for a person."""
    open: bool
    """Nobody has taken the seat yet."""
    you: bool
    """The seat is yours."""
    character: str | None
    """What the computer of this level is like, in one name."""


class OfferView(BaseModel):
    """What one person offers to the other."""

    kind: Literal["undo", "draw", "rematch"]
    by: MarkName
    words: str


class ClockView(BaseModel):
    """The clocks; the time of `running` runs out at `deadline`, in seconds since 1970 by the server's clock."""

    seconds: float
    increment: float
    left: dict[MarkName, float]
    running: MarkName | None
    deadline: float | None


class EndView(BaseModel):
    """The end of a game, for a card."""

    title: str
    how: str
    won: bool | None
    """Whether you won; null for a draw, for watchers, and where you play both sides."""
    winner: MarkName | None


class GameView(BaseModel):
    """A game as one browser sees it."""

    id: str
    version: int
    game: str
    board: BoardView
    ply: int
    """After how many moves the board is shown."""
    start: str
    """The position before the first move."""
    moves: list[str]
    first: MarkName
    to_move: MarkName | None
    outcome: OutcomeName | None
    said: str
    """What happened last, in a sentence."""
    next: str
    """What is to be done now, in a sentence."""
    seats: dict[MarkName, SeatView]
    your_turn: bool
    thinking: bool
    """The computer is to move."""
    may_undo: bool
    may_hint: bool
    may_draw: bool
    """A draw can be offered."""
    between_people: bool
    """Two people play each other, from two browsers."""
    offer: OfferView | None
    clock: ClockView | None
    score: dict[MarkName, float]
    """The points of these two, from this game and those before it."""
    end: EndView | None
    rematch: str | None
    """The game that follows this one."""
    touched: float


class GameLine(BaseModel):
    """A game in the list of your games."""

    id: str
    game: str
    players: dict[MarkName, str]
    moves: int
    """Of the side that opened."""
    board: BoardView
    outcome: OutcomeName | None
    your_turn: bool
    waiting: bool
    """Nobody has taken the other seat yet."""
    touched: float


class LevelView(BaseModel):
    """A level of the computer that can be had in a game."""

    level: Level
    name: str
    line: str


class AdaptiveView(BaseModel):
    """The computer that follows its player."""

    strength: float
    """What it would play at now, between two levels."""
    name: str
    line: str


class LevelList(BaseModel):
    levels: list[LevelView]
    adaptive: AdaptiveView


class GameList(BaseModel):
    games: list[GameLine]


class Invitation(BaseModel):
    """The link of a game, for a friend."""

    link: str
    reach: Literal["this_machine", "network", "internet"]
    """Who can open it."""
    note: str
    """What to tell whoever sends it; empty where there is nothing to tell."""


class Hint(BaseModel):
    """A good move and why it is one."""

    version: int
    move: str
    reason: str


class RankedMoveView(BaseModel):
    move: str
    value: Literal["win", "draw", "loss", "unknown"]
    score: int
    plies: int | None = None
    line: list[str]
    optimal: bool | None
    short: str
    """The value as it is written on a cell: W3, D, L4 for the side to move, or the chance of X."""
    chance: float
    """The winning chance of X with this move, in percent, a draw counting half; exact where the value is proved."""
    lost: float
    """How much chance of its side it gives away against the best move."""
    why: str | None
    """What the move does; of the first moves alone."""


class AnalysisView(BaseModel):
    """What is known about a position; the fields of `noughts analyze --json`, and the board."""

    game: str
    position: str
    to_move: MarkName | None
    outcome: OutcomeName | None
    value: Literal["win", "draw", "loss", "unknown"] | None
    score: int | None
    solved: bool
    best: str | None
    moves: list[RankedMoveView]
    depth: int
    nodes: int
    seconds: float
    board: BoardView
    said: str
    chance: float
    """The winning chance of X, in percent."""
    verdict: str
    """The same in words: X wins in 5, draw, 62 % for X."""


class Health(BaseModel):
    status: Literal["ok"]
