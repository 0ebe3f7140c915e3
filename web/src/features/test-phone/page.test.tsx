import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { Direction } from "../../gen/parlor/v1/conversation_pb";
import { TestPhoneMessageSchema } from "../../gen/parlor/v1/test_phone_service_pb";
import { createError } from "../../testing/fake-api/errors";
import { allow, callsOf, visit } from "../../testing/visit";

const harbor = "/testwindow?community=harbor";
const olive = { as: "olive" };

function phoneNumber() {
  return waitFor(() => {
    const field = screen.getByLabelText<HTMLInputElement>("Resident's phone");
    expect(field.value).toMatch(/^\(202\) 555-01\d\d$/);
    return field.value;
  });
}

it("shows a test phone that sends no real texts", async () => {
  visit(harbor, olive);
  expect(await screen.findByText("No real texts are sent")).toBeTruthy();
  expect(await phoneNumber()).toBeTruthy();
});

it("sends a sample question and explains the reply", async () => {
  const { user } = visit(harbor, olive);
  const samples = within(await screen.findByRole("region", { name: "Resident and community" }));
  await user.click(await samples.findByRole("button", { name: "When is the pool open?" }));
  const log = within(await screen.findByRole("log", { name: "Test conversation with Harbor Row" }));
  expect(await log.findByText("The pool is open from 7 AM to 10 PM every day.")).toBeTruthy();
  const why = within(screen.getByRole("region", { name: "Why this answer" }));
  expect(why.getByText("Amenities · House rules, p. 4")).toBeTruthy();
  const steps = within(why.getByText(/^Step by step/).closest("details") as HTMLElement);
  expect(steps.getByText("Answers compared")).toBeTruthy();
  expect(steps.getByText(/^Replied with the answer to "When is the pool open\?"/)).toBeTruthy();
  expect(steps.queryByText("Training")).toBeNull();
});

it("keeps the number after a reload, and changes it when starting over", async () => {
  const first = visit(harbor, olive);
  const before = await phoneNumber();
  first.unmount();
  const { user } = visit(harbor, olive);
  expect(await phoneNumber()).toBe(before);
  await user.type(screen.getByLabelText("Ask as a resident would"), "pool open{Enter}");
  const log = within(await screen.findByRole("log", { name: "Test conversation with Harbor Row" }));
  expect(await log.findByText("The pool is open from 7 AM to 10 PM every day.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Start over" }));
  await waitFor(async () => expect(await phoneNumber()).not.toBe(before));
  expect(await screen.findByText("Ask a question")).toBeTruthy();
});

it("keeps an unsent text, also for another tab", async () => {
  const field = () => screen.findByLabelText<HTMLInputElement>("Ask as a resident would");
  const first = visit(harbor, olive);
  await phoneNumber();
  await first.user.type(await field(), "May I keep a llama?");
  first.unmount();
  sessionStorage.clear();
  const { user } = visit(harbor, olive);
  await phoneNumber();
  expect((await field()).value).toBe("May I keep a llama?");
  await user.type(await field(), "{Enter}");
  expect((await field()).value).toBe("");
});

it("explains an older question on request", async () => {
  const { user } = visit(harbor, olive);
  const field = await screen.findByLabelText("Ask as a resident would");
  await phoneNumber();
  await user.type(field, "pool open{Enter}");
  await screen.findByRole("button", { name: "Why: pool open" });
  await user.type(field, "llama roof{Enter}");
  expect(await screen.findByRole("region", { name: "Sent to your team" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Why: pool open" }));
  expect(await screen.findByRole("region", { name: "Why this answer" })).toBeTruthy();
});

it("shows earlier texts on request, and keeps them when a text is sent", async () => {
  const phone = "+12025550143";
  sessionStorage.setItem("parlor.testPhone", JSON.stringify({ phone }));
  const { user } = visit(harbor, {
    ...olive,
    prepare: ({ db }) => {
      const number = db.communities.find(({ id }) => id === "harbor")?.number ?? "";
      const texts = Array.from({ length: 70 }, (_, index) =>
        create(TestPhoneMessageSchema, {
          id: `text-${index}`,
          direction: Direction.OUTBOUND,
          body: `Text ${index}`,
          sentAt: timestampFromMs(db.now() - (70 - index) * 60_000),
        }),
      );
      db.testMessages.set(`${phone} ${number}`, texts);
    },
  });
  const log = within(await screen.findByRole("log", { name: "Test conversation with Harbor Row" }));
  expect(await log.findByText("Text 69")).toBeTruthy();
  expect(log.queryByText("Text 19")).toBeNull();
  await user.click(log.getByRole("button", { name: "Show earlier texts" }));
  expect(await log.findByText("Text 0")).toBeTruthy();
  expect(log.getAllByText(/^Text \d+$/).map((text) => text.textContent)).toEqual(
    Array.from({ length: 70 }, (_, index) => `Harbor Row: Text ${index}`),
  );
  expect(log.queryByRole("button", { name: "Show earlier texts" })).toBeNull();
  await user.type(screen.getByLabelText("Ask as a resident would"), "pool open{Enter}");
  expect(await log.findByText("The pool is open from 7 AM to 10 PM every day.")).toBeTruthy();
  expect(log.getByText("Text 0")).toBeTruthy();
});

it("disables the composer until it has a number", async () => {
  const { user, db } = visit(harbor, {
    ...olive,
    prepare: ({ db }) =>
      db.failingMethods.set(
        "ListTestPhoneMessages",
        createError(Code.Unavailable, "UNAVAILABLE", "Down."),
      ),
  });
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Ask as a resident would");
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(field.disabled).toBe(true);
  expect(field.placeholder).toBe("Getting a number for this phone…");
  const sample = screen.getByRole<HTMLButtonElement>("button", { name: "When is the pool open?" });
  expect(sample.disabled).toBe(true);
  db.failingMethods.clear();
  await user.click(again);
  await waitFor(() => expect(field.disabled).toBe(false));
  expect(field.placeholder).toBe("Ask as a resident would");
  await user.type(field, "pool open{Enter}");
  expect(await screen.findByText("The pool is open from 7 AM to 10 PM every day.")).toBeTruthy();
});

it("keeps a failed text and retries it", async () => {
  const { user, db } = visit(harbor, olive);
  await phoneNumber();
  db.failingMethods.set("SendTestPhoneMessage", createError(Code.Internal, "INTERNAL", "Down."));
  await user.type(screen.getByLabelText("Ask as a resident would"), "pool open{Enter}");
  expect(await screen.findByText("Not sent")).toBeTruthy();
  expect(screen.getByText(/^Something went wrong/, { selector: ".message__reason" })).toBeTruthy();
  const failure = await screen.findByRole("region", { name: "Last error" });
  expect(failure.textContent).toContain("7f3a-91c2-0be4");
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The pool is open from 7 AM to 10 PM every day.")).toBeTruthy();
  expect(screen.queryByText("Not sent")).toBeNull();
});

it("refuses an invalid number and accepts a valid one", async () => {
  const { user } = visit(harbor, olive);
  await phoneNumber();
  const field = screen.getByLabelText("Resident's phone");
  await user.clear(field);
  await user.type(field, "555 0148");
  expect(screen.getByText("Enter a full number, such as (202) 555-0143.")).toBeTruthy();
  await user.clear(field);
  await user.type(field, "(503) 555-0148{Enter}");
  expect(await screen.findByText("(503) 555-0148", { selector: ".phone *" })).toBeTruthy();
});

it("sends a photo without a text and shows it", async () => {
  const { user } = visit(harbor, olive);
  await phoneNumber();
  const photo = new File(["x"], "leak.png", { type: "image/png" });
  await user.upload(screen.getByLabelText("Attach a photo"), photo);
  const picked = await screen.findByRole("list", { name: "Photos to send" });
  expect(within(picked).getByAltText("leak.png")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Ask" }));
  const log = within(await screen.findByRole("log", { name: "Test conversation with Harbor Row" }));
  await user.click(await log.findByRole("button", { name: "View photo from the resident" }));
  expect(await screen.findByRole("img", { name: "Photo from the resident" })).toBeTruthy();
  expect(screen.queryByRole("list", { name: "Photos to send" })).toBeNull();
  expect(screen.queryByText("(photo)")).toBeNull();
});

it("refuses files that are not photos, and removes an attached photo", async () => {
  const { user } = visit(harbor, olive);
  await phoneNumber();
  const attach = screen.getByLabelText<HTMLInputElement>("Attach a photo");
  // Dropped files are not limited to the accepted types.
  attach.accept = "";
  await user.upload(attach, new File(["x"], "leak.pdf", { type: "application/pdf" }));
  expect(await screen.findByText("Choose PNG, JPEG or WebP files.")).toBeTruthy();
  await user.upload(attach, new File(["x"], "leak.png", { type: "image/png" }));
  await user.click(await screen.findByRole("button", { name: "Remove leak.png" }));
  expect(screen.queryByRole("list", { name: "Photos to send" })).toBeNull();
});

it("replaces the knowledge base of a company that hides its answers, without reading them", async () => {
  const { user, db } = visit("/answers?community=harbor", {
    ...olive,
    prepare: allow(DashboardOption.HIDE_ANSWERS),
  });
  expect(await screen.findByRole("heading", { level: 1, name: "Test window" })).toBeTruthy();
  await phoneNumber();
  await user.type(screen.getByLabelText("Ask as a resident would"), "pool open{Enter}");
  const log = within(await screen.findByRole("log", { name: "Test conversation with Harbor Row" }));
  expect(await log.findByText("The pool is open from 7 AM to 10 PM every day.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Edit answer" })).toBeNull();
  expect(callsOf({ db })).not.toContain("ListAnswers");
});
