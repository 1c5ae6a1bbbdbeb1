"""The colours of the pictures of a story: one sheet of styles for pages that hold them, and for their own files.

A picture says by classes what something is; what it looks like is here, in light colours and in dark ones. On paper the
light ones hold. `FINGERPRINT` is how the policy of the server knows the sheet when a picture brings it along.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "paper": "#fffdf8",
    "ink": "#1b2420",
    "soft": "#56605a",
    "grid": "#e0dbcd",
    "others": "#b9b4a4",
    "series1": "#1f5fa8",
    "series2": "#b3441b",
    "series3": "#1a6a4b",
    "series4": "#7a3e9d",
    "series5": "#8a6100",
    "win": "#1a6a4b",
    "on-win": "#ffffff",
    "draw": "#ddd6c1",
    "on-draw": "#1b2420",
    "loss": "#f6ddd8",
    "on-loss": "#7a1f18",
    "self": "#8b8673",
    "white": "#ffffff",
    "black": "#1b2420",
    "edge": "#6f6b5a",
}
DARK: Mapping[str, str] = {
    "paper": "#19211d",
    "ink": "#ebe8de",
    "soft": "#a5b0a9",
    "grid": "#2c3832",
    "others": "#55635b",
    "series1": "#7fb8f0",
    "series2": "#f2a07a",
    "series3": "#6fcfa3",
    "series4": "#cfa3ea",
    "series5": "#e0bf5a",
    "win": "#6fcfa3",
    "on-win": "#0b231a",
    "draw": "#48524b",
    "on-draw": "#ebe8de",
    "loss": "#4d2320",
    "on-loss": "#f8c3be",
    "self": "#72827a",
    "white": "#f5f2ea",
    "black": "#050807",
    "edge": "#8c9a92",
}
SERIES = 5
"""How many colours there are for lines; the next ones have them again, with dashes."""


def _declared(colours: Mapping[str, str]) -> str:
    return "".join(f"--c-{name}:{value};" for name, value in colours.items())


STYLE = (
    f"svg.chart{{{_declared(LIGHT)}"
    "font:13px system-ui,-apple-system,'Segoe UI','Noto Sans','Liberation Sans',sans-serif;"
    "font-variant-numeric:tabular-nums lining-nums}"
    f"@media screen and (prefers-color-scheme:dark){{svg.chart{{{_declared(DARK)}}}}}"
    ".chart text{fill:var(--c-ink)}"
    ".chart .paper{fill:var(--c-paper)}"
    ".chart .axis,.chart .note{fill:var(--c-soft);font-size:12px}"
    ".chart .strong{font-weight:700}"
    ".chart .rule{stroke:var(--c-grid);fill:none}"
    ".chart .others{stroke:var(--c-others);fill:none;stroke-width:1}"
    ".chart .even{stroke:var(--c-soft);stroke-dasharray:6 5;fill:none}"
    ".chart .leader{stroke:var(--c-edge);fill:none;stroke-width:.75}"
    ".chart .line{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}"
    ".chart .dashed{stroke-dasharray:7 4}"
    ".chart .mine{stroke-width:4.5}"
    ".chart text.mine{font-weight:700;stroke-width:0}"
    + "".join(
        f".chart .series{at}{{stroke:var(--c-series{at})}}.chart .end.series{at}{{fill:var(--c-series{at})}}"
        for at in range(1, SERIES + 1)
    )
    + ".chart .own{stroke:var(--c-ink)}.chart .end.own{fill:var(--c-ink)}"
    ".chart .dot{fill:var(--c-others);stroke:var(--c-paper)}"
    ".chart .dot.above{fill:var(--c-series3)}"
    ".chart .dot.below{fill:var(--c-series2)}"
    ".chart .dot.own{fill:var(--c-ink)}"
    ".chart .cell{stroke:var(--c-paper)}"
    ".chart .win{fill:var(--c-win)}.chart text.win{fill:var(--c-on-win);font-weight:700}"
    ".chart .draw{fill:var(--c-draw)}.chart text.draw{fill:var(--c-on-draw)}"
    ".chart .loss{fill:var(--c-loss)}.chart text.loss{fill:var(--c-on-loss)}"
    ".chart .unplayed{fill:none;stroke:var(--c-edge);stroke-dasharray:2 2}"
    ".chart text.unplayed{fill:var(--c-soft);stroke:none}"
    ".chart .open{fill:none;stroke:var(--c-grid)}"
    ".chart text.open{fill:var(--c-soft);stroke:none}"
    ".chart .self{fill:var(--c-self)}"
    ".chart .small{font-size:11px}"
    ".chart .white{fill:var(--c-white);stroke:var(--c-edge)}"
    ".chart .black{fill:var(--c-black);stroke:var(--c-edge)}"
    ".chart .none{fill:var(--c-others)}"
    ".chart .bar{fill:var(--c-series1)}"
    ".chart .won{stroke:var(--c-series3);fill:none;stroke-width:2.25}"
    ".chart .lost{stroke:var(--c-series2);fill:none;stroke-width:1.25;stroke-dasharray:5 4}"
    ".chart .faint{stroke:var(--c-others);fill:none;stroke-width:.75}"
    ".chart .band{fill:var(--c-grid);fill-opacity:.5}"
)
FINGERPRINT = "'sha256-" + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode() + "'"
"""The hash of the sheet, as a policy names it."""
