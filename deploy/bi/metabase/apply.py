"""Tells Metabase what metadata.json says of tables and columns: descriptions, kinds, joins.

python3 apply.py <address of Metabase> <name of the database there>, with an API key in METABASE_API_KEY. It needs nothing but Python.
"""

import json
import os
import pathlib
import sys
import urllib.request


def call(address, method, path, body=None):
    headers = {"x-api-key": os.environ["METABASE_API_KEY"], "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{address.rstrip('/')}/api/{path}", data=data, headers=headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def main(address, name):
    wanted = json.loads((pathlib.Path(__file__).parent / "metadata.json").read_text())
    found = call(address, "GET", "database")
    databases = found["data"] if isinstance(found, dict) else found
    database = next((one for one in databases if one["name"] == name), None)
    if database is None:
        sys.exit(f"There is no database {name} in Metabase. There are: {', '.join(one['name'] for one in databases)}.")
    found = call(address, "GET", f"database/{database['id']}/metadata")["tables"]
    # A sync creates all tables first, without columns.
    tables = {table["name"]: table for table in found if table["schema"] == wanted["schema"] and table["fields"]}
    fields = {f"{table['name']}.{field['name']}": field["id"] for table in tables.values() for field in table["fields"]}
    for table in wanted["tables"]:
        if table["name"] not in tables:
            print(f"{table['name']} is not in Metabase yet: let it sync the database, and run this again.")
            continue
        call(address, "PUT", f"table/{tables[table['name']]['id']}", {"description": table["description"]})
        for field in table["fields"]:
            id = fields.get(f"{table['name']}.{field['name']}")
            if id is None:
                continue
            body = {key: field[key] for key in ("description", "semantic_type", "visibility_type")}
            if "fk_target" in field:
                body["fk_target_field_id"] = fields.get(field["fk_target"])
            call(address, "PUT", f"field/{id}", body)
        print(f"{table['name']}: {len(table['fields'])} columns")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
