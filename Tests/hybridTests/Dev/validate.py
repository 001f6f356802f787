"""Holds lines of JSON against a schema: validate.py SCHEMA < LINES. Prints the event of each line, or fails.

Besides the schema itself, every member has to be described in it.
"""
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)


def closed(value):
    """The schema without room for members that it does not name."""
    if isinstance(value, list):
        return [closed(item) for item in value]
    if not isinstance(value, dict):
        return value
    result = {key: closed(item) for key, item in value.items()}
    if value.get("type") == "object" and isinstance(value.get("properties"), dict):
        result["additionalProperties"] = False
    return result


open_validator = jsonschema.Draft202012Validator(schema)
closed_validator = jsonschema.Draft202012Validator(closed(schema))
for line in sys.stdin:
    value = json.loads(line)
    for validator in (open_validator, closed_validator):
        faults = list(validator.iter_errors(value))
        for fault in faults:
            own = [f"{'/'.join(map(str, each.absolute_path))}: {each.message}"
                   for each in fault.context or [fault]
                   if "was expected" not in each.message and "is not one of" not in each.message]
            print(line.strip(), *own, sep="\n  ", file=sys.stderr)
        if faults:
            sys.exit(1)
    print(value["event"])
