// The fake language model of the server's tests, on loopback.

import { expect } from "@playwright/test";
import { ExampleProgram } from "./example-program";

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
  readonly #program: ExampleProgram;
  /** Arguments that make a server call this model. */
  readonly serverArguments: readonly string[];

  private constructor(program: ExampleProgram, base: string) {
    this.#program = program;
    this.serverArguments = [
      ...["--writer-url", base],
      ...["--writer-model", "house-style", "--writer-key", key],
    ];
  }

  static async start(): Promise<LanguageModel> {
    return new LanguageModel(...(await ExampleProgram.start("language_model")));
  }

  /** Queues the behavior of the next calls. Returns the number of calls so far. */
  async will(...next: readonly ModelBehavior[]): Promise<number> {
    const answer = await this.#program.ask(JSON.stringify(next));
    return (JSON.parse(answer) as { calls: number }).calls;
  }

  /** Waits until the model was called this many times. */
  async called(times: number): Promise<void> {
    await expect.poll(() => this.will(), { timeout: 60_000 }).toBe(times);
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
