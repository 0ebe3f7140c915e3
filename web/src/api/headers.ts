// Request headers.

import { type DescMethod, type DescService, getOption, ScalarType } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as Level } from "@bufbuild/protobuf/wkt";
import {
  access,
  host,
  id_of,
  ResourceType,
  type ServiceHost,
} from "../gen/parlor/options/v1/access_pb";
import { readToken } from "./session-token";

export function isPublic(method: DescMethod): boolean {
  return getOption(method, access).public;
}

export function toServiceHost(service: DescService): ServiceHost {
  return getOption(service, host);
}

/** Returns the request field that names the community, if there is one. */
function communityField(method: DescMethod) {
  return method.input.fields.find(
    (field) =>
      field.fieldKind === "scalar" &&
      field.scalar === ScalarType.STRING &&
      getOption(field, id_of) === ResourceType.COMMUNITY,
  );
}

function cookie(name: string): string | undefined {
  const found = document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  return found === undefined ? undefined : decodeURIComponent(found);
}

/** Returns 128 random bits. `crypto.randomUUID` would require HTTPS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function toHeaders(method: DescMethod, input: unknown, given?: HeadersInit): Headers {
  const headers = new Headers(given);
  const token = readToken();
  if (token !== null && !isPublic(method)) headers.set("usertoken", token);

  const field = communityField(method);
  const community = field && (input as Record<string, unknown> | undefined)?.[field.localName];
  if (typeof community === "string" && community) headers.set("community", community);

  const xsrf = cookie("XSRF-TOKEN");
  if (xsrf) headers.set("X-XSRF-TOKEN", xsrf);

  const changes = method.idempotency !== Level.NO_SIDE_EFFECTS && method.methodKind === "unary";
  // A form sets its own key, so that its second attempt is recognized.
  if (changes && !headers.has("idempotency-key")) {
    headers.set("idempotency-key", newIdempotencyKey());
  }
  return headers;
}
