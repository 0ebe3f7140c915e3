// What the server does before a method runs: it authenticates the caller, checks the method's
// access option, and validates the message by the contract's rules.

import {
  type DescMessage,
  type DescMethod,
  getOption,
  type Message,
  type MessageShape,
} from "@bufbuild/protobuf";
import { pathToString } from "@bufbuild/protobuf/reflect";
import { createValidator, type Violation } from "@bufbuild/protovalidate";
import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { canOpen } from "../../entities/session/screen-access";
import { type Access, access, Role } from "../../gen/parlor/options/v1/access_pb";
import { Entitlement } from "../../gen/parlor/options/v1/screen_pb";
import type { Entitlements } from "../../gen/parlor/v1/user_pb";
import type { Db } from "./db";
import { createError, invalidFields } from "./errors";
import { findAccount } from "./lookup";
import { toPage } from "./paging";
import { isPlatformAdmin } from "./seed/people";

const validator = createValidator();

/** Rejects callers without access to the method, like the server's `access_policy.rs`. */
function checkAccess(rule: Access, entitlements: Entitlements): void {
  const has = (entitlement: Entitlement) => entitlements.granted.includes(entitlement);
  const byRole = rule.screens.length === 0 && has(Entitlement.FULL_VIEW);
  const byScreen = rule.screens.some((screen) => canOpen(screen, entitlements));
  if (!rule.anyPerson && !byRole && !byScreen) {
    const words = "You don't have access to this. Ask your administrator if you need it.";
    throw createError(Code.FailedPrecondition, "SCREEN_NOT_AVAILABLE", words);
  }
  if (rule.role === Role.ADMINISTRATOR && !has(Entitlement.ADMINISTRATOR)) {
    const words = "Only administrators can do this.";
    throw createError(Code.PermissionDenied, "ADMINISTRATORS_ONLY", words);
  }
  if (rule.role === Role.PLATFORM_ADMINISTRATOR && !isPlatformAdmin(entitlements)) {
    const words = "Only Parlor administrators can do this.";
    throw createError(Code.PermissionDenied, "PLATFORM_ADMINISTRATORS_ONLY", words);
  }
}

/**
 * The server's library has no messages for formats; these are the server's own, from `codec.rs`.
 */
function toDescription({ message, ruleId }: Violation): string {
  if (ruleId === "string.email" || ruleId === "string.email_empty")
    return "Enter an email address, such as name@company.example.";
  return message || "This isn't in the right format.";
}

function validate<Schema extends DescMessage>(schema: Schema, message: MessageShape<Schema>): void {
  const result = validator.validate(schema, message);
  if (result.kind === "error") throw new ConnectError(result.error.message, Code.Internal);
  if (result.kind === "valid") return;
  throw invalidFields(
    result.violations.map((violation) => ({
      field: pathToString(violation.field),
      description: toDescription(violation),
    })),
  );
}

async function* validateAll(method: DescMethod, messages: AsyncIterable<Message>) {
  for await (const message of messages) {
    validate(method.input, message);
    yield message;
  }
}

/** Requires a signed-in caller with access, unless the method is public. */
function admit(db: Db, method: DescMethod, header: Headers): void {
  const rule = getOption(method, access);
  if (rule.public) return;
  const { entitlements } = findAccount(db, header);
  recordRefusal(db, method, () => checkAccess(rule, entitlements));
}

/** No screen should make a call that is refused here. Page tests check that none did. */
function recordRefusal(db: Db, method: DescMethod, check: () => void): void {
  try {
    check();
  } catch (refusal) {
    db.refusals.push(`${method.name}: ${ConnectError.from(refusal).message}`);
    throw refusal;
  }
}

export function createGuard(db: Db): Interceptor {
  return (next) => async (request) => {
    const { method, header } = request;
    db.calls.push({ method: method.name, headers: header });
    admit(db, method, header);
    const failure = db.failingMethods.get(method.name);
    if (failure) throw failure;
    await db.heldMethods.get(method.name);
    if (request.stream) return next({ ...request, message: validateAll(method, request.message) });
    recordRefusal(db, method, () => validate(method.input, request.message));
    const response = await next(request);
    if (response.stream) return response;
    return { ...response, message: toPage(method, request.message, response.message) };
  };
}
