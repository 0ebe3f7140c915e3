"""Shared by the tools that call a running server: a server with fresh demo data, and a Python
environment with pinned packages."""

import fcntl
import json
import os
import re
import select
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SERVER = Path(os.environ.get("PARLOR_BINARY", ROOT / "target/debug/parlor"))
PASSWORD = "parlor-demo-house"
# Seconds to wait for a server or a program that it talks to; longer than either takes on a busy machine.
PATIENCE = 300


def python(requirements: Path) -> Path:
    """Returns a Python under target/ with the packages of a requirements file. They and what they need are pinned by
    their hashes: after a change to an .in file, run the command at the top of the .txt file."""
    venv = ROOT / "target/venvs" / requirements.stem
    program, done = venv / "bin/python", venv / "requirements.txt"
    venv.parent.mkdir(parents=True, exist_ok=True)
    # Tools that run at the same time may need the same environment.
    with open(venv.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists() or done.read_text() != requirements.read_text():
            subprocess.run([sys.executable, "-m", "venv", "--clear", venv], check=True)
            install = [program, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--require-hashes"]
            subprocess.run([*install, "-r", requirements], check=True)
            done.write_text(requirements.read_text())
    return program


class Demo:
    """A server on a free port with its own demo data. Its environment has only these settings."""

    def __init__(self, settings: dict[str, str] | None = None):
        self.settings = settings or {}

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="parlor-demo-")
        self.log = open(Path(self.folder.name) / "log", "w+")
        self.start()
        return self

    def start(self):
        env = {name: value for name, value in os.environ.items() if not name.startswith("PARLOR_")}
        self.process = subprocess.Popen(
            [SERVER, "serve", "--demo", "--listen", "127.0.0.1:0", "--data-dir", Path(self.folder.name) / "data"],
            env=env | self.settings, text=True, stdout=subprocess.PIPE, stderr=self.log,
        )
        try:
            self.address = self.ready()
        except BaseException:
            self.__exit__()
            raise

    def restart(self):
        """Stops the server, and starts it again with the same data on another port."""
        self.stop()
        self.start()

    def ready(self) -> str:
        said, until = "", time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            if select.select([self.process.stdout], [], [], 0.2)[0]:
                said += os.read(self.process.stdout.fileno(), 4096).decode()
                if found := re.search(r"Parlor is ready: (http://\S+)\s", said):
                    return found.group(1).rstrip("/")
        raise AssertionError(f"The server was not ready within {PATIENCE} seconds.\n{said}{self.logged()}")

    def logged(self) -> str:
        """Returns the log so far."""
        self.log.seek(0)
        return self.log.read()

    def call(self, path: str, token: str = "", body: dict | None = None, verb: str | None = None) -> dict:
        """Returns the response of a REST call. An error response raises an exception."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"} | ({"usertoken": token} if token else {})
        request = urllib.request.Request(self.address + path, data, headers, method=verb)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def session(self, email: str) -> dict:
        """Returns the token of a new session, and its user."""
        return self.call("/users/login", body={"email": email, "password": PASSWORD})

    def login(self, email: str) -> str:
        return self.session(email)["token"]

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def __exit__(self, *_):
        self.stop()
        self.log.close()
        self.folder.cleanup()
