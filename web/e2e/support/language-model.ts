// The fake language model of the server's tests, on loopback.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { expect } from "@playwright/test";

const binary = resolve(import.meta.dirname, "../../../target/debug/examples/language_model");
const key = "sk-canary-0123456789";

/** A part of a streamed response. */
type StreamPart = { text: string } | { finish: string } | { usage: number } | "done" | "silence";

export type ModelBehavior = { stream: StreamPart[] };

/** A complete text, streamed word by word. */
export function streamed(text: string, tokens = 100): ModelBehavior {
  const words = text.split(/(?<= )/).map((word) => ({ text: word }));
  return { stream: [...words, { finish: "stop" }, { usage: tokens }, "done"] };
}

/** The beginning of a text, followed by silence. */
export function begun(text: string): ModelBehavior {
  return { stream: [{ text }, "silence"] };
}

export class LanguageModel {
  readonly #program: ChildProcess;
  readonly #lines: Interface;
  /** Arguments that make a server call this model. */
  readonly serverArguments: readonly string[];

  private constructor(program: ChildProcess, lines: Interface, base: string) {
    this.#program = program;
    this.#lines = lines;
    this.serverArguments = [
      ...["--writer-url", base],
      ...["--writer-model", "house-style", "--writer-key", key],
    ];
  }

  static async start(): Promise<LanguageModel> {
    const program = spawn(binary, { stdio: ["pipe", "pipe", "inherit"] });
    if (!program.stdout) throw new Error("The language model has no output.");
    const lines = createInterface(program.stdout);
    const [base] = (await once(lines, "line")) as [string];
    return new LanguageModel(program, lines, base);
  }

  /** Queues the behavior of the next calls. Returns the number of calls so far. */
  async will(...next: readonly ModelBehavior[]): Promise<number> {
    const answer = once(this.#lines, "line") as Promise<[string]>;
    this.#program.stdin?.write(`${JSON.stringify(next)}\n`);
    const [line] = await answer;
    return (JSON.parse(line) as { calls: number }).calls;
  }

  /** Waits until the model was called this many times. */
  async called(times: number): Promise<void> {
    await expect.poll(() => this.will(), { timeout: 60_000 }).toBe(times);
  }

  async stop(): Promise<void> {
    const ended = once(this.#program, "exit");
    this.#program.kill("SIGTERM");
    await ended;
  }
}
