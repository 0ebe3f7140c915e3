import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createError } from "../../testing/fake-api/errors";
import { answers, harbor, permit, row } from "../../testing/open-turbo";
import { visit } from "../../testing/visit";

/** Returns the field of the test phone, once the phone has a number. */
async function asking() {
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Ask as a resident would");
  await waitFor(() => expect(field.disabled).toBe(false));
  return field;
}

it("shows a community's answers by category", async () => {
  visit(harbor);
  expect(await screen.findByText("42 units · (503) 555-0102")).toBeTruthy();
  const categories = within(await screen.findByRole("navigation", { name: "Categories" }));
  expect(categories.getByRole("button", { name: "Parking 3 of 3" })).toBeTruthy();
  expect(await row(permit)).toBeTruthy();
});

it("shows the share of answered questions", async () => {
  visit(harbor);
  await screen.findByText("100%");
  const coverage = within(screen.getByRole("region", { name: "Coverage" }));
  expect(coverage.getByText(/^(\d+) of \1 listed$/)).toBeTruthy();
});

it("shows that there is no data without answers", async () => {
  visit(harbor, {
    prepare: ({ db }) => {
      db.answers = [];
    },
  });
  await screen.findByText("Every question goes to your team");
  const coverage = within(screen.getByRole("region", { name: "Coverage" }));
  expect(coverage.getByText("No data")).toBeTruthy();
});

it("keeps the selected community in the URL, even if the browser remembers it", async () => {
  const first = visit(harbor);
  await row(permit);
  first.unmount();
  localStorage.setItem("parlor.recent-communities", '["harbor"]');
  const { location } = visit("/turbo");
  await row(permit);
  await waitFor(() => expect(location.path).toBe(harbor));
});

it("does not count an expired answer as coverage", async () => {
  visit(harbor, {
    prepare: ({ db }) => {
      for (const one of db.answers) if (one.question === permit) one.validUntil = "2020-01-31";
    },
  });
  expect(await screen.findByText("1 goes to your team until renewed")).toBeTruthy();
  const group = (await row(permit)).closest("ul") as HTMLElement;
  expect(within(group).getByText("Parking").textContent).toBe("Parking 2 of 3");
});

it("offers the questions of a catalog when there are no answers", async () => {
  const { user } = visit(harbor, {
    prepare: ({ db }) => {
      db.answers = [];
    },
  });
  await screen.findByText("No answers yet");
  await user.click(await screen.findByRole("button", { name: "Add questions" }));
  await screen.findByText("3 questions in Harbor Row need an answer.");
  expect(await row("Dogs")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /^Undo/ }));
  await screen.findByText("The questions were removed from Harbor Row.");
  await screen.findByText("No answers yet");
});

it("keeps the category and the search in the URL", async () => {
  const { user, location } = visit(harbor);
  await user.click(await screen.findByRole("button", { name: "Parking 3 of 3" }));
  await waitFor(() => expect(location.path).toContain("category=Parking"));
  const list = await answers();
  expect(list.queryByRole("button", { name: "When is the pool open?" })).toBeNull();
  await user.type(screen.getByRole("searchbox"), "charger");
  await waitFor(() => expect(list.queryByRole("button", { name: permit })).toBeNull());
  await waitFor(() => expect(location.path).toContain("q=charger"));
  expect(screen.getAllByText("charger", { selector: "mark" }).length).toBeGreaterThan(0);
});

it("shows that nothing was found and offers to show all", async () => {
  const { user } = visit(`${harbor}&q=llama`);
  expect(await screen.findByText("No answers contain “llama”.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show all answers" }));
  expect(await row(permit)).toBeTruthy();
});

it("switches training immediately, and back if the server refuses", async () => {
  const { user, db } = visit(harbor);
  const training = await screen.findByRole("switch", { name: "Training" });
  await user.click(training);
  await waitFor(() => expect(training.getAttribute("aria-checked")).toBe("true"));
  expect(screen.getAllByText(/^Your team answers residents of 42 units/)).toBeTruthy();
  await waitFor(() =>
    expect(db.communities.find((one) => one.id === "harbor")?.isTraining).toBe(true),
  );
  db.failingMethods.set("SetTraining", createError(Code.Unavailable, "UNAVAILABLE", "Down."));
  await user.click(training);
  expect(await screen.findByText("Training wasn't changed.")).toBeTruthy();
  expect(training.getAttribute("aria-checked")).toBe("true");
});

it("shows how many residents training affects, and undoes it", async () => {
  const { user, db } = visit(harbor);
  const stored = () => db.communities.find((one) => one.id === "harbor")?.isTraining;
  await user.click(await screen.findByRole("switch", { name: "Training" }));
  await screen.findByText("Training is on for Harbor Row.");
  expect(screen.getAllByText(/^Your team answers residents of 42 units/)).toHaveLength(2);
  await waitFor(() => expect(stored()).toBe(true));
  await user.click(screen.getByRole("button", { name: /Undo/ }));
  await waitFor(() => expect(stored()).toBe(false));
});

it("answers on the test phone, explains it, and opens the answer for editing", async () => {
  const { user } = visit(harbor);
  await user.type(await asking(), "second parking permit{Enter}");
  const why = within(await screen.findByRole("region", { name: "Why this answer" }));
  expect(await why.findByText(permit)).toBeTruthy();
  expect(why.getByText("Parking · House rules, p. 12")).toBeTruthy();
  await user.click(why.getByRole("button", { name: "Edit answer" }));
  expect(await screen.findByRole("form", { name: `Edit: ${permit}` })).toBeTruthy();
});

it("shows what was sent to the team, and starts an answer to it", async () => {
  const { user } = visit(harbor);
  await user.type(await asking(), "llama roof{Enter}");
  const why = within(await screen.findByRole("region", { name: "Sent to your team" }));
  expect(why.getByRole("link", { name: "Open Escalations" })).toBeTruthy();
  await user.click(why.getByRole("button", { name: "Add answer" }));
  const form = within(await screen.findByRole("form", { name: "Add an answer" }));
  expect(form.getByDisplayValue("llama roof")).toBeTruthy();
});

it("distinguishes a draft in training mode from a low confidence", async () => {
  const { user } = visit(harbor, {
    prepare: ({ db }) => {
      const community = db.communities.find(({ id }) => id === "harbor");
      if (community) community.isTraining = true;
    },
  });
  const field = await asking();
  await user.type(field, "second parking permit{Enter}");
  const log = within(await screen.findByRole("log"));
  expect(await log.findByText("Draft for your team")).toBeTruthy();
  expect(log.getByText(/^Each home has one permit/)).toBeTruthy();
  await user.type(field, "llama roof{Enter}");
  await waitFor(() => expect(log.getAllByText("Sent to your team")).toHaveLength(2));
  expect(log.getAllByText("Draft for your team")).toHaveLength(1);
});

it("a community is chosen when none is selected", async () => {
  const { user, location } = visit("/turbo?community=none");
  expect(await screen.findByRole("heading", { name: "Which community?" })).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: /Harbor Row/ }));
  expect(await screen.findByText("42 units · (503) 555-0102")).toBeTruthy();
  await waitFor(() => expect(location.path).toContain("community=harbor"));
});

it("shows a failure with the request id and retries", async () => {
  const { user, db } = visit(harbor, {
    prepare: (fakeApi) =>
      fakeApi.db.failingMethods.set(
        "ListAnswers",
        createError(Code.Internal, "INTERNAL", "Broken."),
      ),
  });
  expect(await screen.findByText(/7f3a-91c2-0be4/)).toBeTruthy();
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await row(permit)).toBeTruthy();
});
