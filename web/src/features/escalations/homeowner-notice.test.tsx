// Notices to the homeowner, and the export to a file.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { EscalationSchema } from "../../gen/parlor/v1/escalation_pb";
import { MailStatus } from "../../gen/parlor/v1/mail_service_pb";
import { createError } from "../../testing/fake-api/errors";
import { callsOf, visit } from "../../testing/visit";

const priya = "/escalations?id=escalation-1";
const notify = () => screen.findByRole("region", { name: "Notify the homeowner" });
const byMail = async () => within(await notify()).findByRole("radio", { name: "Email" });

test("a homeowner with an email address can be notified by email", async () => {
  const { user, db } = visit(priya);
  await user.click(await byMail());
  await within(await notify()).findByText(/To priya.raman@mail.example/);
  expect(within(await notify()).getByText(/^Hi Priya, Yes/)).toBeTruthy();
  expect(within(await notify()).queryByText(/segment/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Answer, train and notify" }));
  await screen.findByText(/Sending the email in \d+ sec\./);
  const escalation = db.escalations.find(({ id }) => id === "escalation-1");
  expect(escalation?.notifyHomeownerData).toMatchObject({
    to: "priya.raman@mail.example",
    notificationType: "email",
  });
});

test("the button that replaces special characters shows the remaining segments", async () => {
  const { user } = visit("/escalations?id=escalation-2");
  const answer = await screen.findByLabelText<HTMLTextAreaElement>("Your answer");
  await user.clear(answer);
  await user.click(answer);
  await user.paste("Ask the office – it opens at 9.");
  const replace = await within(await notify()).findByRole("button", {
    name: /^Replace special characters \(\d segments?\)$/,
  });
  expect(replace.textContent).toBe(replace.getAttribute("aria-label") ?? replace.textContent);
  await user.click(replace);
  expect(answer.value).toBe("Ask the office - it opens at 9.");
});

test("without an email address there is no choice of channel", async () => {
  visit("/escalations?id=escalation-2");
  await within(await notify()).findByText("by text");
  expect(within(await notify()).queryByRole("radio")).toBeNull();
});

test("a company without email can switch back to a text", async () => {
  const { user, db } = visit(priya, {
    prepare: ({ db }) => {
      db.canSendEmail = false;
    },
  });
  await user.click(await byMail());
  await within(await notify()).findByText(/Email isn't set up/);
  await user.click(screen.getByRole("button", { name: "Answer, train and notify" }));
  // The error is beside the channel, not under the answer.
  const byText = within(await notify()).getByRole("button", { name: "Notify by text" });
  expect(document.activeElement).toBe(byText);
  expect(screen.getByLabelText("Your answer").getAttribute("aria-invalid")).not.toBe("true");
  expect(callsOf({ db })).not.toContain("AnswerEscalation");
  await user.click(byText);
  await within(await notify()).findByText(/4 segments/);
});

test("a failed email does not count as a notification", async () => {
  visit("/escalations?tab=reviewed&id=escalation-1", {
    prepare: ({ db }) => {
      const one = db.escalations.find(({ id }) => id === "escalation-1");
      if (!one) return;
      one.reviewed = true;
      one.answer = "Yes.";
      one.mailStatus = MailStatus.FAILED;
      one.mailProblem = "No such user here";
      one.notifyHomeownerData = {
        $typeName: "parlor.v1.NotifyHomeownerData",
        notify: true,
        notificationType: "email",
        to: "priya.raman@mail.example",
      };
    },
  });
  await screen.findByText("Homeowner not reached");
  expect(screen.getByText(/Not sent. No such user here/)).toBeTruthy();
});

test("a question shows bidirectional control characters as marks", async () => {
  visit("/escalations", {
    prepare: ({ db }) => {
      const one = db.escalations.find(({ id }) => id === "escalation-1");
      if (one) one.question = "Is \u202emoc.elpmaxe yours?";
    },
  });
  expect(await screen.findByText("Is [RLO]moc.elpmaxe yours?")).toBeTruthy();
});

test("an export shows its progress, then a link with its expiry", async () => {
  const { user } = visit("/escalations");
  await user.click(await screen.findByRole("button", { name: "Export" }));
  const link = await screen.findByRole("link", { name: "Download" });
  expect(link.getAttribute("href")).toMatch(/^https:\/\/parlor.example\/files\/export-\d+$/);
  expect(screen.getByText("The file has 7 escalations, open and reviewed.")).toBeTruthy();
  expect(screen.getByText(/The link works once, within 15 min/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Dismiss notice" }));
  expect(screen.queryByRole("link", { name: "Download" })).toBeNull();
});

test("a used export link is replaced by a new export", async () => {
  const { user } = visit("/escalations");
  await user.click(await screen.findByRole("button", { name: "Export" }));
  const link = await screen.findByRole("link", { name: "Download" });
  link.addEventListener("click", (event) => event.preventDefault());
  await user.click(link);
  expect(await screen.findByText("Download started.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Download" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Export again" }));
  expect(await screen.findByRole("link", { name: "Download" })).toBeTruthy();
});

test("an expired export link is replaced by a new export", async () => {
  const { user } = visit("/escalations", {
    prepare: ({ db }) => {
      db.now = () => Date.now() - 3_600_000;
    },
  });
  await user.click(await screen.findByRole("button", { name: "Export" }));
  await screen.findByText("The link expired.");
  expect(screen.queryByRole("link", { name: "Download" })).toBeNull();
  expect(screen.getByRole("button", { name: "Export again" })).toBeTruthy();
});

test("a refused export shows the reason", async () => {
  const { user } = visit("/escalations", {
    prepare: ({ db }) =>
      db.failingMethods.set(
        "ExportEscalations",
        createError(Code.ResourceExhausted, "TOO_MANY_EXPORTS", "You exported often."),
      ),
  });
  await user.click(await screen.findByRole("button", { name: "Export" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("You exported often.");
  expect(within(alert).getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("a long list renders visible rows and loads the next page", async () => {
  const { user, location } = visit("/escalations?id=many-44", {
    prepare: ({ db }) => {
      const [first] = db.escalations;
      if (!first) throw new Error("The fake API has no escalations");
      db.escalations = Array.from({ length: 120 }, (_, at) =>
        create(EscalationSchema, {
          ...first,
          id: `many-${at}`,
          claimedById: "",
          question: `Question ${at}`,
          askedAt: timestampFromMs(Date.now() - (200 - at) * 60_000),
        }),
      );
    },
  });
  const list = await screen.findByRole("region", { name: "Open escalations" });
  expect((await within(list).findAllByRole("link")).length).toBeLessThan(50);
  expect(within(list).queryByText("Question 44")).toBeNull();
  const box = list.querySelector("[data-scrolls]");
  if (!box) throw new Error("Nothing scrolls");
  fireEvent.scroll(box, { target: { scrollTop: 3500 } });
  await within(list).findByText("Question 44");
  // The fiftieth is the last of the first page.
  await waitFor(async () => {
    await user.keyboard("j");
    expect(location.path).toContain("many-52");
  });
});

test("a manager can leave out communities as a secondary contact, which is kept in the URL", async () => {
  const { user, location } = visit("/escalations", { as: "marcus" });
  await user.selectOptions(await screen.findByLabelText("Community"), "Assigned to me");
  await waitFor(() => expect(location.path).toContain("secondary=no"));
});
