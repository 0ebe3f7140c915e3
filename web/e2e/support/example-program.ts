// An example program of the server. It prints a line when it is ready, and answers each line of its input with one.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { binary, end } from "./server";

export class ExampleProgram {
  readonly #program: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(program: ChildProcess, lines: AsyncIterator<string>) {
    this.#program = program;
    this.#lines = lines;
  }

  /** Starts the program with this name, which is built beside the server. Returns it with its first line. */
  static async start(
    name: string,
    ...args: readonly string[]
  ): Promise<[ExampleProgram, greeting: string]> {
    const child = spawn(join(dirname(binary), "examples", name), args, {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    // Fails if there is no such program.
    await once(child, "spawn");
    const program = new ExampleProgram(child, lines);
    return [program, await program.#next()];
  }

  /** Sends a line and returns the answer. */
  ask(line: string): Promise<string> {
    this.#program.stdin?.write(`${line}\n`);
    return this.#next();
  }

  stop(): Promise<void> {
    return end(this.#program);
  }

  async #next(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`The program ended: ${this.#program.spawnfile}`);
    return value;
  }
}
