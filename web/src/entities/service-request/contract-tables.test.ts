// Compares with the tables that the server's tests check: transitions, and texts to residents.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { ServiceRequestAction, ServiceRequestState } from "../../gen/parlor/v1/service_request_pb";
import { toStateText } from "./resident-text";
import { allowedActions, allStates, nextState } from "./states";

const folder = resolve(import.meta.dirname, "../../../../server/app/tests/it/golden");
const read = (name: string) => readFileSync(resolve(folder, name), "utf8").trimEnd().split("\n");

/** Returns the name used in the tables: "InProgress" for IN_PROGRESS. */
const toName = (value: string) =>
  value.toLowerCase().replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
const nameOf = (values: object, value: number) =>
  toName(Object.entries(values).find(([, one]) => one === value)?.[0] ?? "");

test("staff have the actions that the server allows in each state", () => {
  const rows = read("service_request_states.txt").filter((row) => row.includes(" Staff:"));
  const shown = allStates.map((state) => {
    const steps = allowedActions(state).map((action) => {
      const to = nameOf(ServiceRequestState, nextState(action));
      return `${nameOf(ServiceRequestAction, action)} -> ${to}`;
    });
    return `${nameOf(ServiceRequestState, state)} Staff: ${steps.join(", ")}`;
  });
  expect(shown.map((row) => row.trim()).sort()).toEqual(rows.map((row) => row.trim()).sort());
});

test("residents get the text that the preview shows", () => {
  const about = { communityLabel: "Harbor Row", number: "HR-204", title: "Sink leaks" };
  const deferredUntil = timestampFromDate(new Date(2026, 11, 1, 12));
  for (const row of read("service_request_texts.txt")) {
    const [, name, note = "", text] = /^(\w+) "(.*?)": ?(.*)$/.exec(row) ?? [];
    const action = Object.entries(ServiceRequestAction).find(([key]) => toName(key) === name)?.[1];
    expect(action, row).toBeDefined();
    const step = { action: action as ServiceRequestAction, note, deferredUntil };
    expect(toStateText(about, step) ?? "", row).toBe(text);
  }
});
