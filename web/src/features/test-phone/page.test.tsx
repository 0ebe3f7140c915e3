import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createError } from "../../testing/fake-api/errors";
import { visit } from "../../testing/visit";

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
  const log = within(await screen.findByRole("log"));
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
  const log = within(await screen.findByRole("log"));
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
  db.failingMethods.set(
    "SendTestPhoneMessage",
    createError(Code.Unavailable, "UNAVAILABLE", "Down."),
  );
  await user.type(screen.getByLabelText("Ask as a resident would"), "pool open{Enter}");
  expect(await screen.findByText("Not sent")).toBeTruthy();
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
  const log = within(await screen.findByRole("log"));
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
