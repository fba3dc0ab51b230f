"""Builds the display cut of Newsreader from the npm package @fontsource-variable/newsreader (SIL OFL 1.1).

npm has static files of Newsreader's text cut only, and the variable font only in parts by language. This merges the
parts at the optical size 72 into one static font for each weight and slope. Requires fontTools and brotli:

    python3 make.py <the package's files folder>
"""

import sys
import tempfile
from pathlib import Path

from fontTools import merge
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FAMILY = "Newsreader Display"
PIECES = ["latin", "latin-ext", "vietnamese"]
STYLES = [(400, "Regular", "normal"), (500, "Medium", "normal"), (600, "SemiBold", "normal"), (400, "Italic", "italic")]


def make(files: Path, weight: int, name: str, slope: str) -> None:
    parts = []
    with tempfile.TemporaryDirectory() as scratch:
        for piece in PIECES:
            variable = TTFont(files / f"newsreader-{piece}-opsz-{slope}.woff2")
            static = instancer.instantiateVariableFont(variable, {"opsz": 72, "wght": weight})
            static.flavor = None
            parts.append(str(Path(scratch) / f"{piece}.ttf"))
            static.save(parts[-1])
        font = merge.Merger().merge(parts)
    font["OS/2"].usWeightClass = weight
    italic = slope == "italic"
    font["OS/2"].fsSelection = 0x01 if italic else 0x40
    font["head"].macStyle = 0x02 if italic else 0
    texts = {1: FAMILY, 2: name, 4: f"{FAMILY} {name}", 6: f"NewsreaderDisplay-{name}", 16: FAMILY, 17: name}
    for record in font["name"].names:
        record.string = texts.get(record.nameID, record.toUnicode())
    for identifier, text in texts.items():
        font["name"].setName(text, identifier, 3, 1, 0x409)
    suffix = "_Italic" if italic else ""
    font.save(Path(__file__).parent / f"NewsreaderDisplay_{weight}{'Regular' if italic else name}{suffix}.ttf")


for style in STYLES:
    make(Path(sys.argv[1]), *style)
