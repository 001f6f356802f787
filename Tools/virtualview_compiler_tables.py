#!/usr/bin/env python3
"""Writes the generated tables below Sources/HybridTemplateCompiler/Tables.

  virtualview_compiler_tables.py CONFIG.json EXPRESSION.json ATTRIBUTES.json

CONFIG.json has the configs that are shipped with VirtualView ("tools" is taken), EXPRESSION.json the codes
and the precedence matrix of expressions, ATTRIBUTES.json every attribute name that a shipped config has a
type for.
"""
import json
import pathlib
import sys

config, expression, attributes = (json.load(open(path)) for path in sys.argv[1:4])
folder = pathlib.Path(__file__).resolve().parent.parent / "Sources/HybridTemplateCompiler/Tables"
mark = "// Made by Tools/virtualview_compiler_tables.py. Do not edit.\n"


def lines(items, width=108, indent=4):
    """The items separated by commas, with as many per line as fit."""
    line = start = " " * (indent - 1)
    for item in items:
        if len(line) + len(item) + 2 > width:
            yield line
            line = start
        line += f" {item},"
    yield line


def continued(line, width=100, indent="    "):
    """The line, indented; what is wider than `width` continues on the next line after a comma."""
    while len(indent + line) > width:
        end = line.rindex(",", 0, width - len(indent) - 1) + 1
        yield f"{indent}{line[:end]}\\"
        line = line[end:]
    yield indent + line


def value_type(entry):
    if "values" not in entry:
        return entry["type"]
    return "Enum<" + ",".join(f"{name}:{value}" for name, value in entry["values"].items()) + ">"


tools = config["configs"]["tools"]
properties = [f"VIEW_ID_{tag}={number}" for tag, number in tools["components"].items()]
defaults = tools["default_properties"]
properties += [f"DEFAULT_PROPERTY_{tag}={'|'.join(names)}" for tag, names in defaults.items()]
properties += [f"{name}={value_type(entry)}" for name, entry in tools["attributes"].items()]
text = mark + '''
extension TemplateConfig {
  /// The `config.properties` of virtualview_tools.
  static let standardText = """
''' + "\n".join(part for line in properties for part in continued(line)) + '''
    """
}
'''
(folder / "StandardConfig.swift").write_text(text)

names = (entry["name"] for entry in attributes["attributes"])
known = sorted(name for name in names if name not in tools["attributes"])
text = mark + f'''
/// Names that stand for something in templates without a type in the standard config: the rest of those that
/// are predefined or typed by another config (`Documentation/template-components.md`).
let namesWithoutType: [String] = [
{chr(10).join(lines((json.dumps(name) for name in known), indent=2))}
]
'''
(folder / "AttributeNames.swift").write_text(text)

names = {
    "+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "modulo", "(": "leftParenthesis",
    ")": "rightParenthesis", "(unary)": "minus", "=": "assign", "?": "question", ":": "colon", "!": "not",
    ">": "greater", "<": "less", ">=": "greaterOrEqual", "<=": "lessOrEqual", "==": "equal", "!=": "notEqual",
    "+=": "addAssign", "-=": "subtractAssign", "*=": "multiplyAssign", "/=": "divideAssign",
    "%=": "moduloAssign",
    "&&": "and", "||": "or", "END": "end",
}
matrix = expression["precedence"]
order = [names[operator.split()[-1]] for operator in matrix["order"]]
assert len(set(order)) == len(order) == 26
assert set(map(len, matrix["rows"].values())) == {26} and list(matrix["rows"]) == matrix["order"]
rows = "\n".join(f'    "{row}",  // {name}' for name, row in zip(order, matrix["rows"].values()))
pairs = expression["binary_operand_pair_codes"]
kinds = expression["operand_kinds"]
assert kinds == {"VAR": 0, "INT": 1, "FLOAT": 2, "STRING": 3, "REGISTER": 4}
codes = [str(pairs.get(f"{left},{right}", 255)) for left in kinds for right in kinds]
text = mark + f'''
/// The operators of expressions, in the order of the precedence matrix (`Documentation/template-format.md`,
/// *Operators*).
enum ScriptOperator: UInt8, Sendable {{
  case {", ".join(order[:7])}
  case {", ".join(order[7:14])}
  case {", ".join(order[14:20])}
  case {", ".join(order[20:])}

  /// Row: the operator on top of the stack; column: the one that comes. `>` applies the top, `<` pushes the
  /// new one, `=` is a pair, and with `!` the new one is none here.
  static let precedence: [String] = [
{rows}
  ]

  /// The code of a pair of operands, by the kind of the left one times five plus that of the right one; 255:
  /// there is no code.
  static let pairCodes: [UInt8] = [
{chr(10).join(lines(codes))}
  ]
}}
'''
(folder / "ScriptOperator.swift").write_text(text)
