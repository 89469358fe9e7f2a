"""The link of a game for a friend: with an address that works where the friend is, or a word about why it does not."""

from __future__ import annotations

import io
import ipaddress

import segno
from fastapi import APIRouter, Depends, Request, Response

from noughts.web.errors import refusals
from noughts.web.limits import limited
from noughts.web.models import Invitation
from noughts.web.safety import own_addresses
from noughts.web.settings import Settings

router = APIRouter(prefix="/api/games/{id}", dependencies=[Depends(limited("read"))])

THIS_MACHINE = (
    "This link works on this machine only. To let others in your network use it, start "
    "`noughts serve --host 0.0.0.0 --plain-http`."
)
SAME_NETWORK = "This link works for everybody in the same network as this machine."


def is_loopback(host: str | None) -> bool:
    try:
        return host in (None, "localhost") or ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


def shown_host(host: str, settings: Settings) -> str:
    """The host that others can reach: the machine's own address where the server listens on all of them."""
    if settings.is_everywhere and (is_loopback(host) or host in ("0.0.0.0", "::")):
        host = next(iter(own_addresses()), host)
    return f"[{host}]" if ":" in host else host


def link_to(request: Request, page: str, **names: str) -> Invitation:
    """The link of a page, with an address that others can reach, and where it works."""
    url = request.url_for(page, **names)
    host = shown_host(url.hostname or "", request.app.state.settings)
    link, url = str(url.replace(netloc=host if url.port is None else f"{host}:{url.port}")), request.url
    host = shown_host(url.hostname or "", request.app.state.settings).strip("[]")
    if is_loopback(host):
        return Invitation(link=link, reach="this_machine", note=THIS_MACHINE)
    try:
        is_private = ipaddress.ip_address(host).is_private
    except ValueError:
        is_private = host.endswith(".local")
    return Invitation(link=link, reach="network" if is_private else "internet", note=SAME_NETWORK if is_private else "")


@router.get("/invitation", responses=refusals("not_found"))
def invitation(id: str, request: Request) -> Invitation:
    """The link of a game, and where it works."""
    request.app.state.games.load(id)
    return link_to(request, "game_page", id=id)


@router.get(
    "/qr",
    response_class=Response,
    responses={**refusals("not_found"), 200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
def qr_code(id: str, request: Request) -> Response:
    """The link of the game as a QR code."""
    request.app.state.games.load(id)
    return qr_picture(link_to(request, "game_page", id=id).link)


def qr_picture(link: str) -> Response:
    """A link as a QR code."""
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=4, dark="#000", light="#fff", xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml")
