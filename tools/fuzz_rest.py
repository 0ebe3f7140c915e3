"""Runs schemathesis over the OpenAPI document of a server with fresh demo data.

Every call is tried with what its schema allows and with what it does not, from a fixed seed, by
an administrator who has communities and by one who may open every screen. No answer may be a
failure of the server, have a status or a shape that the document does not name, or take what the
document refuses.
"""

import copy
import json
import subprocess
import sys
import urllib.error
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from demo import PASSWORD, ROOT, Demo, python

OUT = ROOT / "target/fuzz"
REPORTS = ROOT / "target/check"
ACCOUNTS = ["admin@harborline.example", "admin@parlor.example"]
# Cases per call in each of the four phases: examples, bounds, random values and sequences.
CASES = 25
SEED = 20260302
SECONDS = 3_000
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "allow_header_conformance",
    "ignored_auth",
]
# positive_data_acceptance is left out: a schema can't express valid phone numbers, page tokens of
# the server, or what the state of a resource allows.


def left_out(operation: dict) -> str | None:
    """Returns why a call is not tested; None if it is."""
    if any("ndjson" in kind for kind in operation["responses"]["200"]["content"]):
        return "its answer never ends"
    return None


def config(account: str) -> str:
    """Returns a configuration that logs in again after five minutes, or when a call ended the session."""
    login = {"email": account, "password": PASSWORD}
    return "\n".join([
        "[auth]",
        "auto-signup = false",
        "[auth.dynamic.openapi.usertoken]",
        'path = "/users/login"',
        'extract_selector = "/token"',
        f"payload = {{ {', '.join(f'{name} = {json.dumps(value)}' for name, value in login.items())} }}",
    ])


def operations(document: dict):
    for path, verbs in document["paths"].items():
        for verb, operation in verbs.items():
            yield path, verb, operation


def resolve(document: dict, schema: dict) -> dict:
    while "$ref" in schema:
        node = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            node = node[step]
        schema = node
    return schema


class Ids:
    """IDs of existing resources, by type. Without them, most calls would fail with NOT_FOUND.

    The caller's own ID is left out, because a call would sooner or later change the email address
    that they sign in with.
    """

    def __init__(self, document: dict, demo: Demo, token: str, own: str):
        self.document, self.known, self.own = document, {}, own
        reads = [(path, operation) for path, verb, operation in operations(document) if verb == "get"]
        reads = [(path, operation) for path, operation in reads if not left_out(operation)]
        # Lists return the IDs of resources that other calls need.
        for _ in range(2):
            for path, operation in reads:
                if (address := self.address(path, operation)) is None:
                    continue
                try:
                    answer = demo.call(address, token)
                except urllib.error.HTTPError:
                    continue
                self.gather(operation["responses"]["200"]["content"]["application/json"]["schema"], answer)

    def address(self, path: str, operation: dict) -> str | None:
        for parameter in operation.get("parameters", []):
            parameter = resolve(self.document, parameter)
            if parameter["required"]:
                found = self.known.get(parameter["schema"].get("x-resource-type"))
                if parameter["in"] != "path" or not found:
                    return None
                path = path.replace(f"{{{parameter['name']}}}", next(iter(found)))
        return path

    def gather(self, schema: dict, value):
        if entity := schema.get("x-resource-type"):
            values = value if isinstance(value, list) else [value]
            self.known.setdefault(entity, {}).update(dict.fromkeys(one for one in values if one and one != self.own))
        schema = resolve(self.document, schema)
        if isinstance(value, dict):
            for name, field in value.items():
                self.gather(schema.get("properties", {}).get(name, {}), field)
        elif isinstance(value, list):
            for item in value[:20]:
                self.gather(schema["items"], item)

    def hint(self, schema: dict, example=None) -> dict:
        """Returns the schema with existing IDs, or else the example, as frequent values."""
        values = list(self.known.get(schema.get("x-resource-type"), {}))[:20]
        values += [] if example is None or values else [example]
        return {"anyOf": [{"enum": values}, schema]} if values else schema


def hinted(document: dict, ids: Ids) -> dict:
    """Returns the document with hints in the requests. Responses stay unchanged."""
    document = copy.deepcopy(document)
    for _, _, operation in operations(document):
        for parameter in operation.get("parameters", []):
            if "schema" in parameter:
                parameter["schema"] = ids.hint(parameter["schema"], parameter.get("example"))
        for content in operation.get("requestBody", {}).get("content", {}).values():
            schema = content["schema"] = copy.deepcopy(resolve(document, content["schema"]))
            for name, field in schema["properties"].items():
                schema["properties"][name] = ids.hint(field, content.get("example", {}).get(name))
    community = document["components"]["parameters"]["Community"]
    community["schema"] = ids.hint(community["schema"])
    return document


def run(schemathesis: Path, account: str) -> tuple[str, list[str]]:
    """Returns the output of a run, and its errors."""
    report = REPORTS / f"fuzz-{account}.xml"
    with Demo() as demo:
        document, session = demo.call("/openapi.json"), demo.session(account)
        ids = Ids(document, demo, session["token"], session["user"]["_id"])
        told = [f"As {account}, who knows " + ", ".join(f"{len(found)} {entity}" for entity, found in ids.known.items())]
        file = OUT / f"{account}.json"
        file.write_text(json.dumps(hinted(document, ids)))
        settings = OUT / f"{account}.toml"
        settings.write_text(config(account))
        command = [
            schemathesis, "--config-file", settings, "run", file, "--url", demo.address,
            "--checks", ",".join(CHECKS), "--max-examples", str(CASES), "--seed", str(SEED),
            "--generation-database", "none", "--request-timeout", "120", "--continue-on-failure",
            "--warnings", "off", "--no-color", "--report", "junit", "--report-junit-path", report,
        ]
        tried = set()
        for path, verb, operation in operations(document):
            if why := left_out(operation):
                told.append(f"{verb.upper()} {path} is not tried: {why}.")
                command += ["--exclude-operation-id", operation["operationId"]]
            else:
                tried.add(f"{verb.upper()} {path}")
        ran = subprocess.run(command, cwd=OUT, timeout=SECONDS, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        told.append(ran.stdout)
        wrong = [] if ran.returncode == 0 else [f"schemathesis ended with {ran.returncode}."]
        if missing := tried - {case.get("name") for case in ET.parse(report).iter("testcase")}:
            wrong.append(f"Not tried: {', '.join(sorted(missing))}.")
        try:
            demo.login(account)
        except urllib.error.HTTPError as refusal:
            wrong.append(f"{account} can no longer sign in ({refusal}): what came after that was a visitor's.")
        failures = [line for line in demo.logged().splitlines() if "panicked" in line or " ERROR " in line]
        return "\n".join(told), wrong + failures[:10]


def main() -> int:
    for folder in (OUT, REPORTS):
        folder.mkdir(parents=True, exist_ok=True)
    schemathesis = python(ROOT / "tools/requirements-fuzz.txt").with_name("schemathesis")
    with ThreadPoolExecutor() as both:
        runs = list(both.map(partial(run, schemathesis), ACCOUNTS))
    for told, _ in runs:
        print(told)
    wrong = [one for _, all in runs for one in all]
    print("\n".join(wrong) if wrong else "Every call keeps to the document.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
