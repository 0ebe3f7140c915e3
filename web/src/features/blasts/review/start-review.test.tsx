import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createError } from "../../../testing/fake-api/errors";
import { findButton, openBlasts } from "../../../testing/open-blasts";
import { callsOf } from "../../../testing/visit";

const hour = 3_600_000;
const held = "17 people would get it at";

type Options = NonNullable<Parameters<typeof openBlasts>[1]>;

/** Opens the review, and returns how to choose a start after some hours. */
async function openReview(prepare?: Options["prepare"]) {
  const app = openBlasts("?blast=blast-draft&step=review", prepare ? { prepare } : {});
  const { user } = app;
  await findButton("Send now");
  return {
    ...app,
    choose: async (hours: number) => {
      await user.click(screen.getByRole("radio", { name: /Schedule/ }));
      const field = screen.getByLabelText("Date and time");
      await user.clear(field);
      await user.type(field, new Date(Date.now() + hours * hour).toISOString().slice(0, 16));
    },
    reviews: () => callsOf(app).filter((method) => method === "ReviewBlast").length,
  };
}

test("choosing a time selects a later start, and the only primary button schedules", async () => {
  const { user } = await openReview();
  await user.click(screen.getByRole("button", { name: "Choose a time" }));
  expect(screen.getByRole("radio", { name: /Schedule/ })).toHaveProperty("checked", true);
  expect(document.activeElement).toBe(screen.getByLabelText("Date and time"));
  const primary = document.querySelectorAll(".button--primary");
  expect(Array.from(primary, ({ textContent }) => textContent)).toEqual(["Schedule"]);
});

test("the review follows the chosen start, and the one before stays until it is loaded", async () => {
  const { user, db, choose, reviews } = await openReview(({ db }) => {
    db.quietHours.until = db.now() + 5 * hour;
  });
  expect(screen.getByText(new RegExp(`^${held} .+ if you send it now\\.$`))).toBeTruthy();
  let release = () => {};
  db.heldMethods.set("ReviewBlast", new Promise((resolve) => (release = resolve)));
  await choose(24);
  await waitFor(() => expect(reviews()).toBe(2));
  expect(screen.getByText(new RegExp(`^${held} .+ if you send it now\\.$`))).toBeTruthy();
  expect(screen.getByLabelText("What happens when you send")).toBeTruthy();
  release();
  await waitFor(() => expect(screen.queryByText(new RegExp(`^${held}`))).toBeNull());
  await user.click(screen.getByRole("radio", { name: /Send now/ }));
  await screen.findByText(new RegExp(`^${held} .+ if you send it now\\.$`));
});

test("those whom the chosen start delays are listed for it", async () => {
  const { user, choose } = await openReview(({ db }) => {
    db.quietHours = { from: db.now() + 20 * hour, until: db.now() + 30 * hour };
  });
  expect(screen.queryByText(new RegExp(`^${held}`))).toBeNull();
  await choose(24);
  await screen.findByText(new RegExp(`^${held} .+ with this start time\\.$`));
  await user.click(screen.getByRole("button", { name: "Show: After quiet hours" }));
  const list = within(await screen.findByRole("dialog", { name: "After quiet hours" }));
  await list.findAllByText("Not sent yet");
  expect(list.getAllByRole("row")).toHaveLength(18);
});

test("the company's limit is that of the chosen start", async () => {
  const { choose } = await openReview(({ db }) => {
    for (const company of db.companies) company.blastDailyLimit = 20;
  });
  await screen.findByText(/3 more people in this 24-hour period/);
  await choose(25);
  await screen.findByText(/3 more people within 24 hours of this start time/);
  expect(screen.getByRole("button", { name: "Schedule" })).toHaveProperty("disabled", true);
  await choose(240);
  await waitFor(() => expect(screen.queryByText(/^Over your company/)).toBeNull());
  expect(screen.getByRole("button", { name: "Schedule" })).toHaveProperty("disabled", false);
});

test("a start that can't be reviewed says why, and keeps what is chosen", async () => {
  const { user, db, choose } = await openReview();
  const failure = createError(Code.Internal, "INTERNAL", "Broken.");
  db.failingMethods.set("ReviewBlast", failure);
  await choose(24);
  await screen.findByText("Couldn't check this start time.");
  expect(screen.getByLabelText("What happens when you send")).toBeTruthy();
  expect(screen.getByLabelText("Date and time")).not.toHaveProperty("value", "");
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("Couldn't check this start time.")).toBeNull());
});
