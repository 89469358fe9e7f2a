"""Every refusal of the API: one shape, and one table from its name to its status."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from noughts.errors import (
    EngineError,
    IllegalMoveError,
    IllegalPositionError,
    NoSuchGameError,
    NoSuchPollError,
    NotationError,
    NotPossibleError,
    NotYourTurnError,
    NoughtsError,
    StaleGameError,
    StorageError,
    UnsolvedError,
)

STATUS = {
    "unreadable": 400,
    "no_seat": 401,
    "not_your_seat": 403,
    "foreign_origin": 403,
    "not_for_you": 403,
    "not_found": 404,
    "wrong_method": 405,
    "stale_version": 409,
    "not_your_turn": 409,
    "seat_taken": 409,
    "too_large": 413,
    "foreign_host": 421,
    "illegal_move": 422,
    "illegal_position": 422,
    "not_solved": 422,
    "not_allowed": 422,
    "too_many": 429,
    "internal": 500,
    "unavailable": 503,
}

_NAMES: dict[type[NoughtsError], str] = {
    NotationError: "unreadable",
    NoSuchGameError: "not_found",
    NoSuchPollError: "not_found",
    StaleGameError: "stale_version",
    IllegalMoveError: "illegal_move",
    IllegalPositionError: "illegal_position",
    UnsolvedError: "not_solved",
    NotYourTurnError: "not_your_turn",
    NotPossibleError: "not_allowed",
    StorageError: "unavailable",
    EngineError: "unavailable",
}

RETRY_SECONDS = 5


class ErrorView(BaseModel):
    """What every refused request is answered with."""

    error: str
    """A name from the table, for programs."""
    message: str
    """A sentence, for people."""


class RefusedError(Exception):
    """A request that is not served; `error` is a name of the table."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(message)
        self.error = error
        self.message = message


def refusals(*names: str) -> dict[int | str, dict[str, Any]]:
    """The part of the description that says how an operation may refuse; every one can be unreadable or too much."""
    found: dict[int | str, dict[str, Any]] = {}
    for name in ("unreadable", "too_many", "unavailable", *names):
        status = STATUS[name]
        said = f"{found[status]['description']}, {name}" if status in found else name
        found[status] = {"model": ErrorView, "description": said}
    return found


def answer(error: str, message: str) -> JSONResponse:
    """A refusal as a response."""
    headers = {"Retry-After": str(RETRY_SECONDS)} if STATUS[error] in (429, 503) else {}
    return JSONResponse({"error": error, "message": message}, STATUS[error], headers)


def name_of(error: NoughtsError) -> str:
    """The name of the table for an error of the library."""
    return next((name for kind, name in _NAMES.items() if isinstance(error, kind)), "internal")


def install(app: FastAPI, missing_page: Callable[[], Response]) -> None:
    """Make everything that goes wrong in the app end in the one shape."""

    def refused(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RefusedError)
        return answer(error.error, error.message)

    def known(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, NoughtsError)
        name = name_of(error)
        if name in ("unavailable", "internal"):
            logging.getLogger("noughts.web").error("%s %s: %s", request.method, request.url.path, error)
        return answer(name, str(error))

    def unreadable(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return answer("unreadable", f"{where}: {first['msg']}")

    def no_route(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == STATUS["not_found"] and not request.url.path.startswith("/api/"):
            return missing_page()
        names = {STATUS[name]: name for name in ("not_found", "wrong_method", "too_large")}
        response = answer(names.get(error.status_code, "unreadable"), str(error.detail))
        response.headers.update(error.headers or {})
        if error.status_code == STATUS["wrong_method"] and (methods := _methods_of(request)):
            response.headers["Allow"] = methods
        return response

    def broken(request: Request, error: Exception) -> JSONResponse:
        return answer("internal", "something went wrong here; the game is as it was")

    app.add_exception_handler(RefusedError, refused)
    app.add_exception_handler(NoughtsError, known)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(HTTPException, no_route)
    app.add_exception_handler(Exception, broken)


def _methods_of(request: Request) -> str:
    """What the path of a request can do; each of its routes knows only its own methods, the description all."""
    here = (
        operations
        for path, operations in request.app.openapi()["paths"].items()
        if compile_path(path)[0].match(request.url.path)
    )
    return ", ".join(sorted({method.upper() for operations in here for method in operations}))
