#!/usr/bin/env python3
"""Makes the fonts of the tests: a few letters of our own, in each format that pages can use.

    apt-get install python3-fonttools python3-brotli
    /usr/bin/python3 Tools/test_fonts.py Tests/HybridDrawingTests/Fixtures/Fonts

Every letter is a rectangle whose width tells which font it is from. The same fontTools gives the same bytes.
"""
import os
import sys

from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools import varLib

os.environ["SOURCE_DATE_EPOCH"] = "0"

# Name, character, advance, rectangle (left, bottom, right, top), in thousandths of an em.
LETTERS = [
    (".notdef", None, 500, (50, 0, 450, 700)), ("space", 0x20, 300, None),
    ("hyphen", 0x2D, 200, (20, 200, 180, 300)), ("A", 0x41, 700, (0, 0, 600, 700)),
    ("B", 0x42, 400, (50, 0, 350, 700)), ("V", 0x56, 700, (100, 0, 700, 700)),
    ("f", 0x66, 300, (0, 0, 250, 700)), ("i", 0x69, 200, (50, 0, 150, 700)),
    ("x", 0x78, 500, (0, 0, 500, 480)), ("f_i", None, 450, (0, 0, 400, 700)),
    ("icon", 0xE001, 1000, (0, -200, 1000, 800)),
    ("zero", 0x30, 550, (0, 0, 500, 700)), ("zero.tnum", None, 600, (0, 0, 600, 700)),
]
FEATURES = """
languagesystem DFLT dflt;
languagesystem latn dflt;
feature liga { sub f i by f_i; } liga;
feature tnum { sub zero by zero.tnum; } tnum;
feature kern { pos A V -100; } kern;
"""


def made(family, stretch=1.0, is_cff=False, style="Regular", weight=400):
    builder = FontBuilder(1000, isTTF=not is_cff)
    builder.setupGlyphOrder([name for name, *_ in LETTERS])
    builder.setupCharacterMap({code: name for name, code, *_ in LETTERS if code})
    glyphs = {}
    for name, _, advance, box in LETTERS:
        pen = T2CharStringPen(advance * stretch, None) if is_cff else TTGlyphPen(None)
        if box:
            left, bottom, right, top = box
            left, right = round(left * stretch), round(right * stretch)
            pen.moveTo((left, bottom))
            for point in [(left, top), (right, top), (right, bottom)]:
                pen.lineTo(point)
            pen.closePath()
        glyphs[name] = pen.getCharString() if is_cff else pen.glyph()
    if is_cff:
        builder.setupCFF(family, {"FullName": family}, glyphs, {})
    else:
        builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({
        name: (round(advance * stretch), round((box or [0])[0] * stretch))
        for name, _, advance, box in LETTERS
    })
    builder.setupHorizontalHeader(ascent=900, descent=-300, lineGap=100)
    builder.setupNameTable({"familyName": family, "styleName": style})
    builder.setupOS2(
        sTypoAscender=900, sTypoDescender=-300, sTypoLineGap=100, usWinAscent=900, usWinDescent=300,
        sxHeight=480, sCapHeight=700, xAvgCharWidth=round(500 * stretch), usWeightClass=weight)
    builder.setupPost()
    builder.addOpenTypeFeatures(FEATURES)
    builder.font["head"].created = builder.font["head"].modified = 0
    return builder.font


def variable():
    """Weights from 100 to 900: letters are half as wide in the lightest as in the boldest."""
    space = DesignSpaceDocument()
    axis = AxisDescriptor()
    axis.tag, axis.name, axis.minimum, axis.default, axis.maximum = "wght", "Weight", 100, 100, 900
    space.addAxis(axis)
    for weight, stretch in [(100, 1.0), (900, 2.0)]:
        source = SourceDescriptor()
        source.font, source.location = made("Blocks Variable", stretch, weight=weight), {"Weight": weight}
        space.addSource(source)
    font, *_ = varLib.build(space)
    return font


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)

    def save(font, name, flavor=None):
        font.flavor = flavor
        font.save(os.path.join(folder, name), reorderTables=False)

    save(made("Blocks"), "blocks.ttf")
    save(made("Blocks"), "blocks.woff", "woff")
    save(made("Blocks"), "blocks.woff2", "woff2")
    save(made("Blocks", is_cff=True), "blocks.otf")
    save(made("Blocks", 1.5, style="Bold", weight=700), "blocks-bold.ttf")
    save(variable(), "blocks-variable.ttf")


main()
