// A call and its result: what a scenario is, and how it runs.

import type {
  DescMessage,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema } from "../gen/google/rpc/error_details_pb";

export type Role = "administrator" | "manager" | "restricted" | "platformAdministrator";

/** A server with the demo data, and the parts of it that the scenarios need. */
export type World = {
  transport: Transport;
  /** Session tokens. */
  tokens: Record<Role, string>;
  /** A community of the administrator's company with at least three answers. */
  communityId: string;
};

export type Call = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
) => Promise<MessageShape<O>>;

/** An error, with the fields it is about. */
type Refusal = { code: keyof typeof Code; reason: string; fields?: string[] };

export type Scenario = {
  name: string;
  /** Who is signed in. Unset for a visitor. */
  as?: Role;
  run: (call: Call, world: World) => Promise<unknown>;
  /** The result of `run`, or the error of its last call. */
  expected: { value: unknown } | Refusal;
};

export const invalid = (...fields: string[]): Refusal => ({
  code: "InvalidArgument",
  reason: "INVALID_FIELDS",
  fields,
});
export const unauthenticated: Refusal = { code: "Unauthenticated", reason: "NOT_SIGNED_IN" };
export const unavailable: Refusal = { code: "FailedPrecondition", reason: "SCREEN_NOT_AVAILABLE" };
export const missing: Refusal = { code: "NotFound", reason: "NOT_FOUND" };

function toRefusal(error: unknown): Refusal {
  const refusal = ConnectError.from(error);
  const [info] = refusal.findDetails(ErrorInfoSchema);
  const violations = refusal.findDetails(BadRequestSchema).flatMap((one) => one.fieldViolations);
  const fields = violations.map(({ field }) => field).sort();
  return {
    code: Code[refusal.code] as keyof typeof Code,
    reason: info?.reason ?? "",
    ...(fields.length > 0 ? { fields } : {}),
  };
}

/** Runs a scenario and returns its result, to compare with `expected`. */
export async function runScenario({ as, run }: Scenario, world: World) {
  const headers: Record<string, string> = as ? { usertoken: world.tokens[as] } : {};
  const call: Call = async (method, input) =>
    (await world.transport.unary(method, undefined, undefined, headers, input)).message;
  try {
    const value = await run(call, world);
    return { value };
  } catch (error) {
    return toRefusal(error);
  }
}
