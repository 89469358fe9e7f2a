"""How the pages of the grader look: sheets on a desk, light and dark, on a phone and on a desk."""

from __future__ import annotations

from html import escape

STYLE = """
:root{color-scheme:light dark;--desk:light-dark(#f4eee1,#141210);--sheet:light-dark(#fffdf8,#1f1c19);
--ink:light-dark(#26241f,#ece6da);--soft:light-dark(#625c51,#aaa294);--rule:light-dark(#ddd4c1,#3d3831);
--good:light-dark(#2a6f45,#7fd09a);--fair:light-dark(#8a6300,#e2c05a);--bad:light-dark(#b3261e,#ff938a);
--shadow:0 1px 0 light-dark(#e3dac7,#2a2723),0 14px 34px -18px light-dark(rgb(84 64 24/38%),rgb(0 0 0/80%));
--serif:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,"DejaVu Serif",ui-serif,serif;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
--mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%;background:var(--desk)}
body{margin:0;color:var(--ink);font:1rem/1.45 var(--sans);font-variant-numeric:tabular-nums}
main{max-width:62rem;margin:0 auto;padding:1.6rem}main>*{margin:0 0 1.1rem}
p,h1,h2,ul,dl,dd,figure{margin:0}h1{font:600 1.5rem/1.25 var(--serif);overflow-wrap:anywhere}
h2{font:600 1.15rem/1.3 var(--serif);margin-bottom:.55rem}
.sheet{background:var(--sheet);border-radius:.55rem;box-shadow:var(--shadow);padding:1.1rem 1.3rem}
.sheet>*+*{margin-top:.55rem}main>h1{margin:.3rem 0 .8rem}
a{color:inherit;text-underline-offset:.15em}ul{padding-left:1.2rem}li+li{margin-top:.3rem}
code{font-family:var(--mono);font-size:.92em;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem 1.1rem .35rem 0;vertical-align:top}
tr+tr td,thead+tbody td{border-top:1px solid var(--rule)}
.strong,.verdict{font-weight:600}dt,figcaption,footer,small,.soft{color:var(--soft)}.back{font-size:.9rem}
.passed,.right{color:var(--good)}.failed,.missing,.wrong,.cheating{color:var(--bad)}
.not-tried,.not-finished,.not-graded{color:var(--fair)}.not-offered{color:var(--soft)}
.case{display:flex;gap:1.1rem 1.6rem;align-items:flex-start;flex-wrap:wrap}.case>dl{flex:1 1 16rem}
.case svg{width:10.5rem;height:auto;overflow:visible}.case svg .soft{font-size:52px}.ultimate-game svg{width:18rem}
.refutation{display:flex;gap:.8rem;flex-wrap:wrap}.refutation svg{width:6.6rem;height:auto}figcaption{text-align:center}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem .9rem}
.hints{border-left:4px solid var(--good)}.hints li{list-style:none}.hints ul{padding:0}
@media (max-width:40rem){main{padding:.8rem .55rem 1.6rem}.sheet{padding:.8rem .9rem}h1{font-size:1.3rem}
td,th{padding-right:.7rem}.case>dl{flex-basis:12rem}.refutation svg{width:5.6rem}}
"""


def document(title: str, body: str, *, head: str = "", script: str = "") -> str:
    """A whole page, with everything that it needs inside."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>{head}</head>\n<body><main>\n{body}\n</main>{script}"
        "</body></html>\n"
    )


def with_code(sentence: str) -> str:
    """A sentence with what stands between backquotes as code."""
    parts = escape(sentence).split("`")
    return "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
