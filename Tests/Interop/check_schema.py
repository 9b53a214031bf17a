#!/usr/bin/env python3
"""Validates the vectors against their JSON Schemas: check_schema.py TESTVECTORS

Knows the words of JSON Schema that these schemas use, and refuses any other, so that nothing is taken for checked.
"""

import json
import pathlib
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "integer": int}
WORDS = {"$schema", "title", "type", "required", "additionalProperties", "properties", "items", "enum", "pattern", "$ref",
         "minItems", "oneOf", "allOf", "propertyNames", "minimum", "$defs"}
FOLDERS = {"container": "vector", "canaries": "vector", "primitives": "primitive", "writer": "writer", "semantics": "semantics",
           "canaries/semantics": "semantics", "import": "import", "canaries/import": "import"}


class Invalid(Exception):
    pass


def validate(value, schema, root, place="$"):
    if schema is True:
        return
    if schema is False:
        raise Invalid(f"{place}: must not be there")
    unknown = set(schema) - WORDS
    if unknown:
        raise SystemExit(f"the schema uses words that are not known here: {sorted(unknown)}")

    def demand(condition, text):
        if not condition:
            raise Invalid(f"{place}: {text}")

    if "$ref" in schema:
        return validate(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, place)
    if "type" in schema:
        kind = TYPES[schema["type"]]
        demand(isinstance(value, kind) and not (kind is int and isinstance(value, bool)), f"not of type {schema['type']}")
    # In Python 1 equals True; in JSON it does not.
    demand("enum" not in schema or any(value == e and type(value) is type(e) for e in schema["enum"]), f"{value!r} is none of the values")
    demand("pattern" not in schema or re.search(schema["pattern"], value), f"{value!r} does not match")
    demand(value >= schema["minimum"] if "minimum" in schema else True, "too small")
    demand(len(value) >= schema["minItems"] if "minItems" in schema else True, "too few items")
    for one in schema.get("allOf", ()):
        validate(value, one, root, place)
    if "oneOf" in schema:
        good = 0
        for one in schema["oneOf"]:
            try:
                validate(value, one, root, place)
                good += 1
            except Invalid:
                pass
        demand(good == 1, "not exactly one of the alternatives")
    if isinstance(value, dict):
        known, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        lacking = set(schema.get("required", ())) - set(value)
        demand(not lacking, f"lacks {sorted(lacking)}")
        for name, part in value.items():
            if "propertyNames" in schema:
                validate(name, schema["propertyNames"], root, f"{place}.{name}")
            demand(name in known or rest is not False, f"unknown field {name}")
            validate(part, known.get(name, rest), root, f"{place}.{name}")
    if isinstance(value, list) and "items" in schema:
        for index, part in enumerate(value):
            validate(part, schema["items"], root, f"{place}[{index}]")
    return None


def main(folder):
    def schema(name):
        return json.loads((folder / "schema" / f"{name}.schema.json").read_text())

    count, wrong = 0, 0
    files = [(folder / "index.json", schema("index"))]
    for name, kind in FOLDERS.items():
        files += [(path, schema(kind)) for path in sorted((folder / name).glob("*.json"))
                  # Beside the vectors of imports lie files to try imports with.
                  if kind != "import" or path.with_suffix(".source").exists()]
    for path, rules in files:
        count += 1
        try:
            validate(json.loads(path.read_text("utf-8")), rules, rules)
        except (Invalid, ValueError) as e:
            wrong += 1
            print(f"FAIL  {path}: {e}")
    print(f"{count} files against their schemas, {wrong} wrong")
    return 1 if wrong or count < 100 else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
