// The fake Twilio of the server's tests, on loopback. It reports each text that it accepts as delivered.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ExampleProgram } from "./example-program";

/** The only account that it knows. */
export const twilioAccount = {
  sid: "AC0123456789abcdef0123456789abcdef",
  authToken: "5ecae1d15ecae1d15ecae1d15ecae1d1",
};

/** An accepted text. */
export type TwilioText = { to: string; from: string; body: string; media_url: string };

export class Twilio {
  readonly #program: ExampleProgram;
  readonly #folder: string;
  /** Arguments that make a server call it, and serve HTTPS: Twilio fetches pictures over HTTPS only. */
  readonly serverArguments: readonly string[];

  private constructor(program: ExampleProgram, url: string, folder: string) {
    this.#program = program;
    this.#folder = folder;
    this.serverArguments = ["--twilio-url", url, ...tlsArguments(folder)];
  }

  static async start(): Promise<Twilio> {
    const folder = await mkdtemp(join(tmpdir(), "parlor-twilio-"));
    try {
      await createCertificate(folder);
      const [program, url] = await ExampleProgram.start("twilio", certificateIn(folder));
      return new Twilio(program, url, folder);
    } catch (error) {
      await rm(folder, { recursive: true });
      throw error;
    }
  }

  /** Returns the accepted texts to a phone, oldest first. */
  async textsTo(phone: string): Promise<TwilioText[]> {
    const texts = JSON.parse(await this.#program.ask("")) as TwilioText[];
    return texts.filter(({ to }) => to === phone);
  }

  async stop(): Promise<void> {
    await this.#program.stop();
    await rm(this.#folder, { recursive: true });
  }
}

const certificateIn = (folder: string) => join(folder, "certificate.pem");
const keyIn = (folder: string) => join(folder, "key.pem");

function tlsArguments(folder: string): string[] {
  return ["--tls-cert", certificateIn(folder), "--tls-key", keyIn(folder)];
}

/** Writes a self-signed certificate for 127.0.0.1 and its key into a folder. */
async function createCertificate(folder: string): Promise<void> {
  await promisify(execFile)("openssl", [
    ...["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"],
    ...["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
    ...["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"],
    ...["-out", certificateIn(folder), "-keyout", keyIn(folder)],
  ]);
}
