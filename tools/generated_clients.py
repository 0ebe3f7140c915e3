"""Generates clients from the contract with buf, in Python and in TypeScript, and checks that each
runs the example in clients/example.txt against a server with fresh demo data."""

import os
import shutil
import subprocess
import unittest

from demo import PATIENCE, ROOT, Demo, python

HERE = ROOT / "tools/clients"
OUT = ROOT / "target/clients"
TOOLS = ROOT / "web/node_modules/.bin"


def generate(language: str):
    subprocess.run([TOOLS / "buf", "generate", "--template", HERE / f"buf.gen.{language}.yaml"], cwd=ROOT, check=True)


class Clients(unittest.TestCase):
    maxDiff = None

    def check_output(self, command: list, **env):
        with Demo() as demo:
            run = subprocess.run(
                command, text=True, capture_output=True, timeout=PATIENCE, env=os.environ | env | {"PARLOR": demo.address}
            )
        self.assertEqual(run.stdout, (HERE / "example.txt").read_text(), run.stderr)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_python_over_grpc(self):
        program = python(ROOT / "tools/requirements-clients.txt")
        generate("python")
        self.check_output([program, HERE / "example.py"], PYTHONPATH=str(OUT / "python"))

    def test_typescript_over_grpc_web(self):
        generate("typescript")
        here = OUT / "typescript"
        for file in ("example.ts", "tsconfig.json"):
            shutil.copy(HERE / file, here)
        (here / "package.json").write_text('{ "type": "module" }')
        packages = here / "node_modules"
        packages.unlink(missing_ok=True)
        packages.symlink_to(ROOT / "web/node_modules")
        subprocess.run([TOOLS / "tsc", "-p", here], check=True)
        self.check_output(["node", here / "js/example.js"])

    def test_a_partners_client_has_what_partners_may_call(self):
        out = OUT / "partner"
        shutil.rmtree(out, ignore_errors=True)
        template = ROOT / "buf.gen.partner.yaml"
        subprocess.run([TOOLS / "buf", "generate", "--template", template, "--output", out], cwd=ROOT, check=True)
        services = out / "gen/parlor/v1"
        self.assertIn("AnswerEscalation", (services / "escalation_service_pb.ts").read_text())
        self.assertFalse((services / "partner_service_pb.ts").exists())


if __name__ == "__main__":
    unittest.main()
