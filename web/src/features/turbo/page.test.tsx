import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import { createError } from "../../testing/fake-api/errors";
import { callsOf, visit } from "../../testing/visit";

const harbor = "/turbo?community=harbor";
const permit = "How do I get a second parking permit?";

/** Returns the list of answers. The phone suggests some of the same questions. */
async function answers() {
  return within(await screen.findByRole("list", { name: "Answers" }));
}

async function row(question: string) {
  const open = await (await answers()).findByRole("button", { name: question });
  return open.closest("li") as HTMLElement;
}

async function edit(user: ReturnType<typeof visit>["user"], question: string) {
  await user.click(within(await row(question)).getByRole("button", { name: `Edit: ${question}` }));
  return screen.findByRole("form", { name: `Edit: ${question}` });
}

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

it("edits an answer in the list", async () => {
  const { user, db } = visit(harbor);
  const form = within(await edit(user, permit));
  const answer = form.getByLabelText("Answer");
  await user.clear(answer);
  await user.type(answer, "Ask at the desk.{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Ask at the desk.")).toBeTruthy();
  const saved = db.answers.find((one) => one.answer === "Ask at the desk.");
  expect(saved?.communityId).toBe("harbor");
  expect(saved?.question).toBe(permit);
});

it("keeps a draft after a reload", async () => {
  const first = visit(harbor);
  const form = within(await edit(first.user, permit));
  await first.user.type(form.getByLabelText("Source"), ", revised");
  first.unmount();
  visit(first.location.path);
  expect(await screen.findByDisplayValue("House rules, p. 12, revised")).toBeTruthy();
});

it("does not show a draft to the next user of the computer", async () => {
  const first = visit(harbor);
  const form = within(await edit(first.user, permit));
  await first.user.type(form.getByLabelText("Source"), ", revised");
  first.unmount();
  visit(first.location.path, { as: "marcus" });
  expect(await screen.findByDisplayValue("House rules, p. 12")).toBeTruthy();
});

it("discards an edit with Escape, and restores it on undo", async () => {
  const { user } = visit(harbor);
  const form = within(await edit(user, permit));
  await user.type(form.getByLabelText("Answer"), " And more.");
  await user.keyboard("{Escape}");
  expect(screen.queryByText(/And more\./)).toBeNull();
  await user.click(await screen.findByRole("button", { name: /Undo/ }));
  await edit(user, permit);
  expect(await screen.findByDisplayValue(/And more\./)).toBeTruthy();
});

it("shows both versions when a colleague saved first", async () => {
  const { user, db } = visit(harbor);
  const form = within(await edit(user, permit));
  const answer = form.getByLabelText("Answer");
  await user.clear(answer);
  await user.type(answer, "Mine.");
  const theirs = db.answers.find((one) => one.communityId === "harbor" && one.question === permit);
  if (theirs) Object.assign(theirs, { answer: "Theirs.", version: 2n, updatedBy: "Marcus Bell" });
  await user.click(form.getByRole("button", { name: /Save/ }));
  const conflict = within(await screen.findByRole("alert", { name: "Changed by two people" }));
  expect(conflict.getByText("Theirs.")).toBeTruthy();
  expect(conflict.getByText("Mine.")).toBeTruthy();
  await user.click(conflict.getByRole("button", { name: "Keep mine" }));
  await user.click(await form.findByRole("button", { name: /Save/ }));
  await waitFor(() => expect(db.answers.some((one) => one.answer === "Mine.")).toBe(true));
});

it("announces a recent change by a colleague", async () => {
  const { db } = visit(harbor);
  await row(permit);
  const at = db.answers.findIndex((one) => one.communityId === "harbor" && one.question === permit);
  const updatedAt = timestampFromMs(db.now());
  const old = db.answers[at];
  if (old) db.answers[at] = { ...old, answer: "Ask.", updatedBy: "Marcus Bell", updatedAt };
  db.publish(EventKind.ANSWER, "harbor", old?.id ?? "");
  expect(await screen.findByText("Changed by Marcus Bell just now")).toBeTruthy();
});

it("does not add a question twice", async () => {
  const { user } = visit(harbor);
  await user.click(await screen.findByRole("button", { name: "Add answer" }));
  const form = within(await screen.findByRole("form", { name: "Add an answer" }));
  await user.click(form.getByRole("button", { name: /Save/ }));
  expect(form.getByText("Write the answer.")).toBeTruthy();
  await user.type(form.getByLabelText("Question"), permit);
  await user.type(form.getByLabelText("Answer"), "Twice.");
  await user.click(form.getByRole("button", { name: /Save/ }));
  expect(await form.findByText("Another answer already has this question.")).toBeTruthy();
});

it("restores a deleted answer on undo without calling the server", async () => {
  const fakeApi = visit(harbor);
  const { user } = fakeApi;
  const gone = within(await row(permit)).getByRole("button", { name: `Delete: ${permit}` });
  await user.click(gone);
  const list = await answers();
  const total = fakeApi.db.answers.filter(({ communityId }) => communityId === "harbor").length;
  await waitFor(() => expect(list.queryByRole("button", { name: permit })).toBeNull());
  expect(screen.getByText(`${total - 1} of ${total - 1} listed`)).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: /Undo/ }));
  expect(await row(permit)).toBeTruthy();
  expect(screen.getByText(`${total} of ${total} listed`)).toBeTruthy();
  expect(callsOf(fakeApi)).not.toContain("DeleteAnswer");
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
