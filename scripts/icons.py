"""The icons of the installed app, made from the logo: `python scripts/icons.py`. Their PNG files are committed."""

from __future__ import annotations

from pathlib import Path

import typst

STATIC = Path(__file__).parents[1] / "src" / "podium" / "web" / "static"
FELT = "#14382e"
ICONS = {  # name: pixels, which picture, how much of the side it fills
    "icon-192.png": (192, "favicon.svg", 100),
    "icon-512.png": (512, "favicon.svg", 100),
    "maskable-512.png": (512, "logo.svg", 52),  # systems cut a circle or a shape of their own out of it
    "apple-touch-icon.png": (180, "logo.svg", 64),
}
PAGE = """
#set page(width: {side}pt, height: {side}pt, margin: 0pt, fill: {fill})
#align(center + horizon, image("/{picture}", width: {share}%))
"""


def main() -> None:
    for name, (side, picture, share) in ICONS.items():
        fill = "none" if share == 100 else f'rgb("{FELT}")'
        source = STATIC / "icons" / "icon.typ"
        source.write_text(PAGE.format(side=side, fill=fill, picture=picture, share=share))
        try:
            typst.compile(source, output=STATIC / "icons" / name, root=STATIC, format="png", ppi=72)
        finally:
            source.unlink()
        print(f"{name}: {side} x {side}")


if __name__ == "__main__":
    main()
