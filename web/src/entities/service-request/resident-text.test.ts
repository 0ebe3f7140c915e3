import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { ServiceRequestAction as Action } from "../../gen/parlor/v1/service_request_pb";
import { toStateText, toUpdateText } from "./resident-text";

const about = { communityLabel: "Harbor Row", number: "HR-204", title: "No hot water" };
const start = "Harbor Row: Your request HR-204 (No hot water)";

test.each([
  [Action.SUBMIT, "", "was received. We will text you when there's a decision."],
  [
    Action.REQUEST_INFO,
    " Which faucet? ",
    "needs more information: Which faucet? Reply to this text.",
  ],
  [Action.APPROVE, "", "was approved."],
  [Action.DECLINE, "The board said no.", "was declined: The board said no."],
  [Action.START, "", "is being worked on."],
  [Action.DEFER, "Waiting for a part.", "is on hold until March 9: Waiting for a part."],
  [Action.COMPLETE, "", "is done. Reply to this text if anything is still wrong."],
  [Action.REOPEN, "", "was reopened."],
  [Action.CANCEL, "", "was canceled."],
])("action %d with the note %j is texted as the server does", (action, note, text) => {
  const deferredUntil = timestampFromDate(new Date(2026, 2, 9, 12));
  expect(toStateText(about, { action, note, deferredUntil })).toBe(`${start} ${text}`);
});

test("closing is not texted", () => {
  expect(toStateText(about, { action: Action.CLOSE, note: "" })).toBeUndefined();
});

test("a public update names the request", () => {
  expect(toUpdateText(about, " The plumber comes at 9. ")).toBe(
    "Harbor Row: About your request HR-204: The plumber comes at 9.",
  );
});
