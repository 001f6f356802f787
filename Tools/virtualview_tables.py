#!/usr/bin/env python3
"""virtualview_tables.py STRINGS.json: writes Sources/HybridUnits/Templates/PredefinedStrings.swift.

STRINGS.json lists the predefined strings of VirtualView:
{"strings": [{"string": "layoutWidth", "id": 2003872956}, ...]}.
"""
import json
import pathlib
import sys


def string_id(text):
    """`Documentation/template-format.md`, *String ids*: h = 31 * h + unit over UTF-16, 32 bit, signed."""
    value = 0
    units = text.encode("utf-16-be")
    for high, low in zip(units[::2], units[1::2]):
        value = (31 * value + (high << 8 | low)) & 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def lines(items, width=108):
    """The items separated by commas, with as many per line as fit."""
    line = "   "
    for item in items:
        if len(line) + len(item) + 2 > width:
            yield line
            line = "   "
        line += f" {item},"
    yield line


entries = {entry["string"]: entry["id"] for entry in json.load(open(sys.argv[1]))["strings"]}
for name, number in entries.items():
    assert string_id(name) == number, name
assert len(set(entries.values())) == len(entries)
ordered = sorted(entries, key=entries.get)

text = f"""// Made by Tools/virtualview_tables.py. Do not edit.

/// The {len(ordered)} strings that every reader of templates knows, and no template stores
/// (`Documentation/template-format.md`, *String ids*).
package enum PredefinedStrings {{
  /// Their numbers, rising.
  package static let ids: [Int32] = [
{chr(10).join(lines(str(entries[name]) for name in ordered))}
  ]

  /// Their texts, in the order of ``ids``.
  package static let texts: [String] = [
{chr(10).join(lines(json.dumps(name) for name in ordered))}
  ]
}}
"""
folder = pathlib.Path(__file__).resolve().parent.parent / "Sources/HybridUnits/Templates"
(folder / "PredefinedStrings.swift").write_text(text)
