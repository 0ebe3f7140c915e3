import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import {
  ServiceRequestActivityKind as Kind,
  ServiceRequestActivitySchema,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import { activityLabel } from "./labels";

/** Kinds that have their own text in the timeline. */
const withOwnWords = new Set<Kind>([
  Kind.UNSPECIFIED,
  Kind.COMMENT,
  Kind.PUBLIC_UPDATE,
  Kind.TEXT,
  Kind.REPLY,
]);

const kinds = Object.entries(Kind).filter(([, kind]) => !withOwnWords.has(kind));

test.each(kinds)("%s has a text in the timeline", (_, kind) => {
  const state = ServiceRequestState.PENDING;
  const activity = create(ServiceRequestActivitySchema, { kind, state, body: "Did this." });
  expect(activityLabel(activity)).not.toBe("");
});
