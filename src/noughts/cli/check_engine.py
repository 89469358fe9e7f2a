"""`noughts check-engine`."""

from __future__ import annotations

import json
import time

import click

from noughts.cli.arguments import Game, json_option
from noughts.notation import GAMES

SHOWN_WORDS = 12


@click.command(name="check-engine", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option("--codingame", is_flag=True, help="The program speaks CodinGame's protocol of Ultimate.")
@click.option("--game", type=Game(), default="ultimate", show_default=True, help=f"Which game: {GAMES}.")
@json_option
@click.argument("command", nargs=-1, required=True, metavar="-- COMMAND...")
@click.pass_context
def command(ctx: click.Context, codingame: bool, game: str, as_json: bool, command: tuple[str, ...]) -> None:
    """Check whether a program can play matches, point by point; exit code 1 when something is wrong.

    Where it fails you see the last words of the conversation: `>` what was sent, `<` what the program answered,
    `!` what it wrote to its stderr.

    \b
      noughts check-engine -- ./bot
      noughts check-engine --game classic -- python3 bot.py
      noughts check-engine --codingame -- ./bot
    """
    from noughts.protocol.check import check_codingame, check_ugi

    findings = []
    began = time.perf_counter()
    for number, finding in enumerate(check_codingame(command) if codingame else check_ugi(command, game), start=1):
        findings.append(finding)
        if as_json:
            continue
        verdict = "ok" if finding.failure is None else "FAILED"
        click.echo(f"{number:>2}. {finding.point} {'.' * (60 - len(finding.point))} {verdict}")
        if finding.failure is not None:
            click.echo(f"    {finding.failure}")
            for line in finding.words[-SHOWN_WORDS:]:
                click.echo(f"      {line[:110]}")
    failed = sum(finding.failure is not None for finding in findings)
    if as_json:
        points = [{"point": f.point, "failure": f.failure, "words": list(f.words)} for f in findings]
        click.echo(json.dumps({"command": list(command), "ok": not failed, "points": points}))
    else:
        seconds = time.perf_counter() - began
        result = f"all {len(findings)} points are fine" if not failed else f"{failed} of {len(findings)} points failed"
        click.echo(f"\n{result} ({seconds:.1f} s)")
    ctx.exit(1 if failed else 0)
