import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { BlastPictureSchema, BlastState } from "../../../gen/parlor/v1/blast_pb";
import { BlastPlanUsageSchema } from "../../../gen/parlor/v1/blast_service_pb";
import { createError } from "../../../testing/fake-api/errors";
import { findButton, loadTimeout, openBlasts } from "../../../testing/open-blasts";

const hour = 3_600_000;

const shownText = () =>
  screen.getByRole("complementary", { name: "Preview" }).querySelector(".message__bubble")
    ?.textContent;

test("the review lists who is left out, and each reason opens its list", async () => {
  const { user, location } = openBlasts("?blast=blast-draft&step=review");
  const left = await screen.findByRole("region", { name: "Left out" }, loadTimeout);
  expect(within(left).getByText("Do not text")).toBeTruthy();
  expect(within(left).getByText("Duplicate number")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show: Do not text" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Do not text" }));
  expect(await sheet.findByText("Theo Lindqvist")).toBeTruthy();
  expect(location.path).toContain("excluded=3");
});

test("the review warns about a text plan that the blast uses up, and sending stays possible", async () => {
  openBlasts("?blast=blast-draft&step=review", {
    prepare: ({ db }) => {
      db.blastPlanUsages.push(
        create(BlastPlanUsageSchema, {
          communityLabel: "Larkspur Commons",
          usedSegments: 990n,
          blastSegments: 34n,
          includedSegments: 1000n,
        }),
      );
    },
  });
  const message = await screen.findByRole("region", { name: "Message" }, loadTimeout);
  const notice = await within(message).findByText(/uses up the plan's text segments/);
  expect(notice.closest(".notice")?.textContent).toContain(
    "Larkspur Commons: 990 to 1,024 of 1,000 text segments this month.",
  );
  expect((await findButton("Send now")).hasAttribute("disabled")).toBe(false);
});

test("the review shows the price, the time and the text as people get it", async () => {
  const { user } = openBlasts("?blast=blast-draft&step=review");
  const figures = within(
    await screen.findByLabelText("What happens when you send", {}, loadTimeout),
  );
  expect(figures.getByText("of 20 chosen")).toBeTruthy();
  expect(figures.getByText("$0.26")).toBeTruthy();
  expect(figures.getByText("1 minute")).toBeTruthy();
  const preview = within(screen.getByRole("complementary", { name: "Preview" }));
  await waitFor(() => expect(shownText()).toMatch(/^Larkspur Commons: Hi Lena, the water/));
  expect(preview.getByText("1 of 17")).toBeTruthy();
  await user.click(preview.getByRole("button", { name: "Next person" }));
  expect(shownText()).toMatch(/^Larkspur Commons: Hi Sam, the water/);
  await user.click(preview.getByRole("button", { name: "Previous person" }));
  expect(shownText()).toMatch(/Hi Lena/);
});

test("anyone who gets the text is found, and fallbacks are marked", async () => {
  const { user } = openBlasts("?blast=blast-draft&step=review");
  await screen.findByText(/^Some details are missing for \d people\.$/, {}, loadTimeout);
  const preview = within(screen.getByRole("complementary", { name: "Preview" }));
  await preview.findByText("1 of 17");
  await user.type(preview.getByLabelText("Find a person"), "+15035551211");
  await preview.findByText("1 of 1");
  expect(preview.getByText("neighbor").tagName).toBe("MARK");
  expect(preview.getByText("First name is unknown: “neighbor” is used.")).toBeTruthy();
  await user.clear(preview.getByLabelText("Find a person"));
  await user.type(preview.getByLabelText("Find a person"), "priya");
  await waitFor(() => expect(shownText()).toMatch(/Hi Priya/));
  expect(preview.queryByRole("list", { name: "Missing details" })).toBeNull();
  await user.clear(preview.getByLabelText("Find a person"));
  await user.type(preview.getByLabelText("Find a person"), "Zelda");
  await preview.findByText("No recipients match.");
});

function withBody(body: string) {
  return ({ db }: Pick<ReturnType<typeof openBlasts>, "db">) => {
    const blast = db.blasts.find(({ id }) => id === "blast-draft");
    if (blast) blast.body = body;
  };
}

const marked = () =>
  Array.from(document.querySelectorAll(".blast-text mark"), ({ textContent }) => textContent);

test("costly characters are marked in the text, and the price of replacing them is shown", async () => {
  const body = "Hi {{first_name|neighbor}}, the water is off – from 9 AM–1 PM on Tuesday.";
  const { user, stored } = openBlasts("?blast=blast-draft&step=review", {
    prepare: withBody(`{{community}}: ${body}`),
  });
  await screen.findByText("Makes the text more expensive: –", {}, loadTimeout);
  expect(marked()).toEqual(["–", "–"]);
  const figures = within(screen.getByLabelText("What happens when you send"));
  expect(figures.getByText("$0.51")).toBeTruthy();
  expect(screen.getByText(/Replacing it saves about \$0\.26\./)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Replace" }));
  await screen.findByText("$0.26");
  expect(marked()).toEqual([]);
  expect(stored("blast-draft")?.body).toContain("9 AM-1 PM");
});

test("a costly character that needs no further segment saves nothing", async () => {
  openBlasts("?blast=blast-draft&step=review", { prepare: withBody("Larkspur Commons: 9–10") });
  await screen.findByText("Makes the text more expensive: –", {}, loadTimeout);
  expect(screen.queryByText(/saves about/)).toBeNull();
});

test("no character is costly in a picture message", async () => {
  openBlasts("?blast=blast-draft&step=review", {
    prepare: (fakeApi) => {
      withBody("Larkspur Commons: 9–10")(fakeApi);
      const blast = fakeApi.db.blasts.find(({ id }) => id === "blast-draft");
      const picture = { url: "data:,", thumbnailUrl: "data:,", width: 4, height: 3, sizeBytes: 9 };
      if (blast) blast.picture = create(BlastPictureSchema, picture);
    },
  });
  await screen.findByText("Picture messages", {}, loadTimeout);
  expect(marked()).toEqual([]);
  expect(screen.queryByText(/more expensive/)).toBeNull();
});

test("recipients over the daily limit are reported and not excluded", async () => {
  openBlasts("?blast=blast-draft&step=review", {
    prepare: ({ db }) => {
      for (const company of db.companies) company.brandDailySegments = 15;
    },
  });
  const notice = /^\d+ people would get it on a later day if you send it now\.$/;
  await screen.findByText(notice, {}, loadTimeout);
  expect(screen.getByText(/daily limit for your brand will be reached/)).toBeTruthy();
  expect(screen.getByText("To 17 people.")).toBeTruthy();
});

test("those who get the text on a later day, or after quiet hours, are listed", async () => {
  const { user, location } = openBlasts("?blast=blast-draft&step=review", {
    prepare: ({ db }) => {
      for (const company of db.companies) company.brandDailySegments = 15;
      db.quietHours.until = db.now() + hour;
    },
  });
  const notice = await screen.findByText(/^\d+ people would get it on a later/, {}, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Show: On a later day" }));
  const later = within(await screen.findByRole("dialog", { name: "On a later day" }));
  await later.findAllByText("Not sent yet");
  const count = Number.parseInt(notice.textContent ?? "", 10);
  expect(later.getAllByRole("row")).toHaveLength(count + 1);
  expect(location.path).toContain("later=2");
  await user.click(later.getByRole("button", { name: "Close" }));
  expect(location.path).not.toContain("later");
  await user.click(screen.getByRole("button", { name: "Show: After quiet hours" }));
  const dialog = within(await screen.findByRole("dialog", { name: "After quiet hours" }));
  await dialog.findAllByText("Not sent yet");
  expect(dialog.getAllByRole("row")).toHaveLength(18);
});

test("stepping on reads the texts page by page", async () => {
  const { user, db } = openBlasts("?blast=blast-draft&step=review", {
    prepare: ({ db: { blasts } }) => {
      const source = blasts.find(({ id }) => id === "blast-draft")?.audience?.source;
      if (source?.case === "filter") source.value.communityIds = ["larkspur", "harbor", "alder"];
    },
  });
  const next = await screen.findByRole("button", { name: "Next person" }, loadTimeout);
  const pages = () => db.calls.filter(({ method }) => method === "ListBlastPreviews").length;
  expect(pages()).toBe(1);
  for (let step = 0; step < 50; step++) await user.click(next);
  await screen.findByText(/^51 of 5\d$/);
  expect(pages()).toBe(2);
});

test("a review that fails shows why and can be made again", async () => {
  const { user, db } = openBlasts("?blast=blast-draft&step=review", {
    prepare: (api) =>
      api.db.failingMethods.set(
        "ReviewBlast",
        createError(Code.FailedPrecondition, "BLAST_INCOMPLETE", "The recipients are missing."),
      ),
  });
  await screen.findByText("Couldn't review the blast", {}, loadTimeout);
  expect(screen.getByText("The recipients are missing.")).toBeTruthy();
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("region", { name: "Left out" });
});

test("an unknown merge field keeps the blast from being sent", async () => {
  openBlasts("?blast=blast-draft&step=review", {
    prepare: ({ db }) => {
      const blast = db.blasts.find(({ id }) => id === "blast-draft");
      if (blast) blast.body = "Larkspur: Hi {{nickname}}";
    },
  });
  await screen.findByText("{{nickname}} isn't a merge field.", {}, loadTimeout);
  expect(screen.getByRole("button", { name: "Send now" })).toHaveProperty("disabled", true);
});

test("sending now can be undone, and the blast is a draft again", async () => {
  const { user, stored } = openBlasts("?blast=blast-draft&step=review");
  await user.click(await findButton("Send now"));
  await screen.findByText(/^Sending in \d+ sec\.$/);
  expect(stored("blast-draft")?.state).toBe(BlastState.SCHEDULED);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await findButton("Send now");
  expect(stored("blast-draft")?.state).toBe(BlastState.DRAFT);
});

test("an emergency needs a reason, and scheduling a time in the future", async () => {
  const { user, stored } = openBlasts("?blast=blast-draft&step=review");
  await findButton("Send now");
  await user.click(screen.getByRole("radio", { name: /Schedule/ }));
  await user.click(screen.getByRole("switch", { name: /Emergency/ }));
  await user.click(screen.getByRole("button", { name: "Schedule" }));
  expect(screen.getByText("Choose a date and time.")).toBeTruthy();
  expect(screen.getByText("Enter a reason of at least 10 characters.")).toBeTruthy();
  const start = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await user.type(screen.getByLabelText("Date and time"), start);
  await user.type(screen.getByLabelText("Reason for the emergency"), "A water main has burst.");
  await user.click(screen.getByRole("button", { name: "Schedule" }));
  await findButton("Back to draft");
  expect(stored("blast-draft")).toMatchObject({
    isEmergency: true,
    emergencyReason: "A water main has burst.",
  });
  expect(stored("blast-draft")?.undoUntil).toBeUndefined();
});
