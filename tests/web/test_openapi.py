"""Schemathesis on the OpenAPI description: with rubbish, with games that are not there, and in a seat of a game."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    positive_data_acceptance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from noughts.storage import open_store
from noughts.web.app import create_app
from noughts.web.settings import Settings
from tests.web.serving import Server

RULES_OF_GAMES = positive_data_acceptance
"""No JSON schema can say which moves and positions a game allows: those are read, and refused with 422."""
ABOUT_ANSWERS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))


_store = open_store(":memory:")
_description = create_app(Settings(), _store).openapi()
_store.close()
schema = schemathesis.openapi.from_dict(_description).exclude(path_regex="/events$")
"""Streams of events never end, or take long; test_live.py and test_review.py read them."""

pytestmark = pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")


@pytest.fixture(autouse=True, scope="module")
def sockets_left_behind() -> Iterator[None]:
    """Schemathesis leaves its sockets to the garbage collector, which would complain in somebody else's test."""
    yield
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        gc.collect()


@schema.parametrize()
@EXAMPLES
def test_every_answer_is_as_described(case: Any, server: Server) -> None:
    response = case.call(base_url=server.address)
    unread = [negative_data_rejection] if response.status_code == 413 else []  # too large: nobody looked at the fields
    case.validate_response(response, excluded_checks=[RULES_OF_GAMES, *unread])


@schema.parametrize()
@EXAMPLES
def test_every_answer_in_a_game_of_ones_own_is_as_described(case: Any, server: Server) -> None:
    with server.client() as somebody:
        game = somebody.new_game(opponent="same_screen")
        if "id" in case.path_parameters:
            case.path_parameters["id"] = game["id"]
        if isinstance(case.body, dict) and "version" in case.body:
            case.body["version"] = 1
        response = case.call(base_url=server.address, cookies=dict(somebody.cookies))
        case.validate_response(response, checks=ABOUT_ANSWERS)


def test_the_description_promises_the_one_shape_of_errors() -> None:
    for path in _description["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    (media,) = answer["content"].values()
                    assert media["schema"]["$ref"].endswith("/ErrorView")


def test_no_page_of_the_description_loads_scripts_of_others(server: Server) -> None:
    with server.client() as client:
        assert client.get("/docs").status_code == client.get("/redoc").status_code == 404
