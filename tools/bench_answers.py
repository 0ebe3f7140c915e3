"""Compares the answering engine with nlp.js on BANKING77 and CLINC150, and prints one table.

FOLDER contains `banking77_{train,test}.csv` and `clinc150_{train,test,oos_test}.csv` with the columns
`text,intent`. For each intent, 1, 3, 5 and 10 samples are drawn with fixed seeds, the same for all engines.
With each draw, `parlor answers evaluate` and nlp.js answer all test questions. The table shows the means
over the draws; shares are in percent.

    python3 tools/bench_answers.py FOLDER [--draws N] [--samples 1,3,5,10] [--every N]
"""

import argparse
import bisect
import csv
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import fetch_model

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "target/bench-answers"
NLPJS = ROOT / "server/app/benches/nlpjs"
PARLOR = ROOT / "target/release/parlor"

SETS = {"BANKING77": ("banking77", None), "CLINC150": ("clinc150", "clinc150_oos_test")}
# Published accuracy at 1 of USE and ConveRT combined (Casanueva et al., 2020), by data set and samples.
PUBLISHED = {("BANKING77", 5): 77.8, ("BANKING77", 10): 85.2, ("CLINC150", 5): 90.5}
COLUMNS = {
    "right": "accuracy_at_1",
    "in 3": "accuracy_at_3",
    "auroc": "auroc",
    "answered": "answered_share",
    "wrong": "answered_wrong_share",
    "oos left": "out_of_scope_recall",
    "at 90 %": "in_scope_correct_at_90_oos_recall",
}


def rows(path: Path) -> list[tuple[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return [(row["text"], row["intent"]) for row in csv.DictReader(file)]


def draw(train: list[tuple[str, str]], samples: int, seed: int) -> dict[str, list[str]]:
    by_intent: dict[str, list[str]] = {}
    for text, intent in train:
        by_intent.setdefault(intent, []).append(text)
    chance = random.Random(f"{samples} {seed}")
    return {intent: chance.sample(texts, min(samples, len(texts))) for intent, texts in sorted(by_intent.items())}


def write(path: Path, lines: list[dict]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def parlor(kb: Path, questions: Path, folder: Path | None) -> dict:
    command = [PARLOR, "answers", "evaluate", "--kb", kb, "--questions", questions, "--json"]
    command += ["--model-dir", folder] if folder else []
    env = {name: value for name, value in os.environ.items() if name != "PARLOR_MODEL_DIR"}
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, env=env).stdout)


def nlpjs(kb: Path, questions: Path) -> dict:
    command = ["node", "ask.mjs", kb, questions]
    output = subprocess.run(command, check=True, capture_output=True, text=True, cwd=OUT / "nlpjs").stdout
    asked = [json.loads(line)["intent"] for line in questions.read_text(encoding="utf-8").splitlines()]
    found = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return figures(asked, found)


def figures(asked: list[str], found: list[dict]) -> dict:
    """Returns the figures of `parlor answers evaluate`, from each question's intent and the results."""
    pairs = list(zip(asked, found, strict=True))
    inside = [(intent, each) for intent, each in pairs if intent != "none"]
    strange = sorted(each["confidence"] for intent, each in pairs if intent == "none")
    right = [each["names"][:1] == [intent] for intent, each in inside]
    answers = [each["names"][:1] == [intent] for intent, each in pairs if each["answered"]]

    def below(confidence: float) -> float:
        return (bisect.bisect_left(strange, confidence) + bisect.bisect_right(strange, confidence)) / 2

    refused = strange[max((len(strange) * 9 + 9) // 10 - 1, 0)] if strange else None
    kept = [ok and each["confidence"] > refused for ok, (_, each) in zip(right, inside)] if strange else []
    left = [not each["answered"] for intent, each in pairs if intent == "none"]
    took = sorted(each["ms"] for each in found)
    return {
        "accuracy_at_1": share(right),
        "accuracy_at_3": share([intent in each["names"] for intent, each in inside]),
        "auroc": sum(below(each["confidence"]) for _, each in inside) / (len(inside) * len(strange)) if strange else None,
        "answered_share": share([each["answered"] for _, each in inside]),
        "answered_wrong_share": share([not ok for ok in answers]),
        "out_of_scope_recall": share(left),
        "in_scope_correct_at_90_oos_recall": share(kept),
        "p50_ms": took[(len(took) + 1) // 2 - 1],
        "p99_ms": took[(len(took) * 99 + 99) // 100 - 1],
    }


def share(of: list[bool]) -> float | None:
    return sum(of) / len(of) if of else None


def mean(draws: list[dict], name: str) -> float | None:
    values = [draw[name] for draw in draws if draw[name] is not None]
    return sum(values) / len(values) if values else None


def line(name: str, draws: list[dict], published: float | None) -> str:
    cells = []
    for column, figure in COLUMNS.items():
        value = mean(draws, figure)
        cells.append("" if value is None else f"{value:.3f}" if column == "auroc" else f"{value * 100:.1f}")
    times = [f"{mean(draws, figure):.2f}" for figure in ("p50_ms", "p99_ms")]
    return f"{name:<34}" + "".join(f"{cell:>10}" for cell in cells + times) + f"{published or '':>11}"


def main() -> int:
    asked = argparse.ArgumentParser(description="The answering engine beside nlp.js")
    asked.add_argument("folder", type=Path)
    asked.add_argument("--draws", type=int, default=2, help="draws of samples")
    asked.add_argument("--samples", default="1,3,5,10", help="samples an intent")
    asked.add_argument("--every", type=int, default=1, help="of the questions, ask each so manieth")
    args = asked.parse_args()

    shutil.copytree(NLPJS, OUT / "nlpjs", dirs_exist_ok=True)
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], check=True, cwd=OUT / "nlpjs")
    engines = {"words alone": lambda kb, questions: parlor(kb, questions, None), "nlp.js": nlpjs}
    if fetch_model.main() == 0:
        folder = fetch_model.FOLDER
        engines = {"with the sentence model": lambda kb, questions: parlor(kb, questions, folder)} | engines

    heads = [*COLUMNS, "p50 ms", "p99 ms"]
    print(f"{'':<34}" + "".join(f"{head:>10}" for head in heads) + f"{'published':>11}", flush=True)
    for name, (file, strangers) in SETS.items():
        train, test = rows(args.folder / f"{file}_train.csv"), rows(args.folder / f"{file}_test.csv")
        outside = rows(args.folder / f"{strangers}.csv") if strangers else []
        questions = test[:: args.every] + [(text, "none") for text, _ in outside[:: args.every]]
        put = write(OUT / f"{file}.questions.jsonl", [{"text": text, "intent": intent} for text, intent in questions])
        for samples in map(int, args.samples.split(",")):
            drawn = []
            for seed in range(args.draws):
                known = draw(train, samples, seed).items()
                path = OUT / f"{file}.{samples}.{seed}.kb.jsonl"
                drawn.append(write(path, [{"intent": intent, "questions": texts} for intent, texts in known]))
            for engine, ask in engines.items():
                draws = [ask(kb, put) for kb in drawn]
                label = f"{name} k={samples} {engine}"
                print(line(label, draws, PUBLISHED.get((name, samples))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
