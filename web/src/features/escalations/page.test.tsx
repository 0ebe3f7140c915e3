import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { AnswerSchema } from "../../gen/parlor/v1/answer_pb";
import { EscalationPriority, EscalationState } from "../../gen/parlor/v1/escalation_pb";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import { createError } from "../../testing/fake-api/errors";
import { visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };
const priya = "escalation-1";

const list = () => screen.findByRole("region", { name: "Open escalations" }, loadTimeout);
const answerField = () =>
  screen.findByLabelText<HTMLTextAreaElement>("Your answer", {}, loadTimeout);

function openDesk(id = priya) {
  const app = visit(`/escalations?id=${id}`);
  const stored = () => app.fakeApi.db.escalations.find((one) => one.id === id);
  return { ...app, stored };
}

test("the suggested answer is filled in with its confidence", async () => {
  openDesk();
  expect((await answerField()).value).toContain("A doorbell camera is fine");
  expect(screen.getByText(/72% confidence/)).toBeTruthy();
  expect(screen.getByText(/Architectural rules/)).toBeTruthy();
});

test("a suggestion with low confidence is shown and not filled in", async () => {
  const { user, stored } = openDesk("escalation-4");
  expect((await answerField()).value).toBe("");
  const guess = screen.getByText("Closest answer: “When is bulk pick-up?”");
  expect(screen.getByText("(41% confidence)")).toBeTruthy();
  expect(screen.queryByText(/Suggested/)).toBeNull();
  await user.type(await answerField(), "It is");
  expect(screen.queryByRole("button", { name: "Use suggestion" })).toBeNull();
  await user.clear(await answerField());
  await user.click(screen.getByRole("button", { name: "Use suggestion" }));
  const field = await answerField();
  expect(field.value).toBe("Every first Saturday of the month, at the loading dock before 8 AM.");
  expect(document.activeElement).toBe(field);
  expect(guess.isConnected).toBe(false);
  expect(screen.getByText(/Suggested · 41% confidence/)).toBeTruthy();
  await waitFor(() => expect(stored()?.claimedById).toBe("dana"));
});

test("an expired answer is not filled in, and a new one takes its place", async () => {
  const question = "May I hang a doorbell camera?";
  const expired = create(AnswerSchema, {
    ...{ communityId: "larkspur", question, category: "Pets" },
    answer: "Until May, yes.",
    validUntil: "2026-05-31",
  });
  const { user } = visit(`/escalations?id=${priya}`, {
    prepare: ({ db }) => {
      db.answers.push(expired);
      const escalation = db.escalations.find(({ id }) => id === priya);
      if (!escalation) return;
      escalation.suggestedExpired = true;
      escalation.suggestedQuestion = question;
      escalation.suggestedAnswer = expired.answer;
    },
  });
  expect((await answerField()).value).toBe("");
  expect(screen.getByText("Expired")).toBeTruthy();
  expect(screen.getByText("Until May, yes. (expired)")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Use suggestion" }));
  expect((await answerField()).value).toBe("Until May, yes.");
  expect(screen.getByText(/Expired suggestion · 72% confidence/)).toBeTruthy();
  await user.clear(await answerField());
  await user.type(await answerField(), "Yes, again.");
  await user.click(screen.getByRole("button", { name: "Answer, train and notify" }));
  await waitFor(() => expect(expired.answer).toBe("Yes, again."));
  expect(expired.category).toBe("Pets");
});

test("an unanswered question is shown and gets the answer", async () => {
  const question = "Fobs that stopped working";
  const waiting = create(AnswerSchema, { communityId: "harbor", question, category: "Amenities" });
  const { user } = visit("/escalations?id=escalation-2", {
    prepare: ({ db }) => {
      db.answers.push(waiting);
      const escalation = db.escalations.find(({ id }) => id === "escalation-2");
      if (escalation) escalation.suggestedQuestion = question;
    },
  });
  await user.type(await answerField(), "Bring it to the desk.");
  expect(screen.getByText(`Closest question: “${question}”`)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Use suggestion" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Answer, train and notify" }));
  await waitFor(() => expect(waiting.answer).toBe("Bring it to the desk."));
  expect(waiting.category).toBe("Amenities");
});

test("the preview shows the exact text with its segments", async () => {
  openDesk();
  const exact = { selector: ".exact-text" };
  await screen.findByText(/^Hi Priya, about your question: Yes\./, exact, loadTimeout);
  await screen.findByText(/4 segments/);
});

test("plain characters reduce the segments", async () => {
  const { user } = openDesk();
  await user.click(await screen.findByRole("button", { name: /^Replace special/ }, loadTimeout));
  expect((await answerField()).value).toContain("Please don't drill");
  await screen.findByText(/2 segments/, {}, loadTimeout);
});

test("the submit button names its effects", async () => {
  const { user } = openDesk();
  await screen.findByRole("button", { name: "Answer, train and notify" }, loadTimeout);
  await user.click(screen.getByLabelText("Train the bot", { selector: "input" }));
  await screen.findByRole("button", { name: "Answer and notify" });
  await user.click(screen.getByLabelText("Notify homeowner", { selector: "input" }));
  await screen.findByRole("button", { name: "Answer" });
  await user.click(screen.getByLabelText("Train the bot", { selector: "input" }));
  await screen.findByRole("button", { name: "Answer and train" });
});

test("writing claims the escalation and stores a draft", async () => {
  const { user, stored, unmount } = openDesk();
  await user.type(await answerField(), " Ask me.");
  await waitFor(() => expect(stored()?.claimedById).toBe("dana"));
  await screen.findAllByText("Claimed by you", {}, loadTimeout);
  unmount();
  openDesk();
  expect((await answerField()).value).toContain("Ask me.");
});

test("answering removes the escalation, selects the next one and can be undone", async () => {
  const { user, stored, location } = openDesk();
  await answerField();
  await user.click(screen.getByRole("button", { name: "Answer, train and notify" }));
  await screen.findByText("Answered Priya Raman, 4B.", {}, loadTimeout);
  expect(stored()).toMatchObject({ reviewed: true, botTrained: true });
  expect(within(await list()).queryByText("Priya Raman")).toBeNull();
  expect(location.path).toContain("escalation-2");

  await user.keyboard("z");
  await within(await list()).findByText("Priya Raman", {}, loadTimeout);
  await waitFor(() => expect(stored()?.reviewed).toBe(false));
  await waitFor(() => expect(location.path).toContain(priya), loadTimeout);
});

test("a refused answer returns with the reason", async () => {
  const { user, fakeApi } = openDesk();
  await user.type(await answerField(), " Mine.");
  fakeApi.db.failingMethods.set(
    "AnswerEscalation",
    createError(Code.FailedPrecondition, "ALREADY_REVIEWED", "done"),
  );
  await user.click(screen.getByRole("button", { name: "Answer, train and notify" }));
  await screen.findByText("This is already done.", {}, loadTimeout);
  await within(await list()).findByText("Priya Raman", {}, loadTimeout);
  await waitFor(async () => expect((await answerField()).value).toContain("Mine."));
});

test("an empty answer is not sent", async () => {
  const { user, stored } = openDesk("escalation-2");
  await answerField();
  await user.click(screen.getByRole("button", { name: "Answer, train and notify" }));
  await screen.findByText("Enter an answer.");
  expect(stored()?.reviewed).toBe(false);
});

test("a claimed escalation is read-only until it is taken over", async () => {
  const { user, stored } = openDesk("escalation-0");
  await screen.findByText("Marcus Bell is working on this.", {}, loadTimeout);
  expect(screen.queryByLabelText("Your answer")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Take over" }));
  await answerField();
  expect(stored()?.claimedById).toBe("dana");
});

test("a manager cannot take over", async () => {
  visit("/escalations?id=escalation-1", {
    as: "marcus",
    prepare: ({ db }) => {
      const first = db.escalations.find(({ id }) => id === priya);
      if (!first) return;
      first.state = EscalationState.CLAIMED;
      first.claimedById = "dana";
      first.claimedBy = "Dana Okafor";
      first.claimedAt = timestampFromMs(Date.UTC(2025, 2, 3, 17));
    },
  });
  await screen.findByText("Dana Okafor is working on this.", {}, loadTimeout);
  screen.getByText(/Claimed Mar 3, .*\. Ask them to release it\./);
  expect(screen.queryByRole("button", { name: "Take over" })).toBeNull();
});

test("J and K change the selection, E edits the answer", async () => {
  const { user, location } = openDesk();
  await answerField();
  await user.keyboard("j");
  await waitFor(() => expect(location.path).toContain("escalation-2"));
  await user.keyboard("kk");
  await waitFor(() => expect(location.path).toContain("escalation-0"));
  await user.keyboard("j");
  const field = await answerField();
  field.setSelectionRange(0, 0);
  await user.keyboard("e");
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).not.toBe("");
  expect(field.selectionStart).toBe(field.value.length);
  await user.keyboard("{Escape}j");
  await waitFor(() => expect(location.path).toContain("escalation-2"));
});

test("dismissing requires a reason", async () => {
  const { user, stored } = openDesk();
  await answerField();
  await user.click(screen.getByRole("button", { name: "Dismiss…" }));
  await user.click(await screen.findByRole("menuitem", { name: "Spam" }));
  await screen.findByText("Dismissed Priya Raman, 4B.", {}, loadTimeout);
  expect(stored()?.state).toBe(EscalationState.DISMISSED);
});

test("an empty list shows that the user is caught up", async () => {
  visit("/escalations", {
    prepare: ({ db }) => {
      db.escalations = [];
    },
  });
  await screen.findByRole("heading", { name: "You're all caught up" }, loadTimeout);
});

test("a failed list shows the reason and retries", async () => {
  const { user, fakeApi } = visit("/escalations", {
    prepare: ({ db }) =>
      db.failingMethods.set(
        "ListEscalations",
        createError(Code.Unavailable, "UNAVAILABLE", "down"),
      ),
  });
  await screen.findByText("Couldn't load escalations", {}, loadTimeout);
  expect(screen.getByText("Request 7f3a-91c2-0be4")).toBeTruthy();
  fakeApi.db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await within(await list()).findByText("Priya Raman", {}, loadTimeout);
});

test("a new question appears without a reload", async () => {
  const { fakeApi } = openDesk();
  await answerField();
  const first = fakeApi.db.escalations[0];
  if (!first) throw new Error("The fake API has no escalations");
  fakeApi.db.escalations.push({
    ...first,
    id: "escalation-late",
    question: "Where do I park a boat?",
  });
  fakeApi.db.publish(EventKind.ESCALATION, first.communityId, "escalation-late");
  await within(await list()).findByText("Where do I park a boat?", {}, loadTimeout);
});

test("a new first question does not replace the selected one", async () => {
  const { fakeApi, user } = visit("/escalations", {
    prepare: ({ db }) => {
      for (const one of db.escalations) one.claimedById = "";
    },
  });
  await user.type(await answerField(), "Call the office");
  const first = fakeApi.db.escalations[0];
  if (!first?.askedAt) throw new Error("The fake API has no escalations");
  const askedAt = { ...first.askedAt, seconds: 1n };
  fakeApi.db.escalations.push({ ...first, id: "escalation-before", question: "Fire?", askedAt });
  fakeApi.db.publish(EventKind.ESCALATION, first.communityId, "escalation-before");
  await within(await list()).findByText("Fire?", {}, loadTimeout);
  expect((await answerField()).value).toBe("Call the office");
});

test("an emergency has a badge in the list and in the header", async () => {
  const { fakeApi } = openDesk();
  for (const one of fakeApi.db.escalations) {
    if (one.id === priya) one.priority = EscalationPriority.URGENT;
  }
  await answerField();
  await waitFor(() => expect(screen.getAllByText("Urgent")).toHaveLength(2));
});

test("a higher priority comes first and has a badge, a normal one has none", async () => {
  const { user } = openDesk();
  await answerField();
  const open = await list();
  const first = () => within(open).queryAllByRole("link")[0]?.textContent ?? "";
  await waitFor(() => expect(first()).not.toBe(""));
  expect(first()).not.toContain("ring doorbell");
  await user.click(screen.getByRole("button", { name: "More actions" }));
  expect(screen.queryByRole("menuitem", { name: "Set priority: normal" })).toBeNull();
  await user.click(await screen.findByRole("menuitem", { name: "Set priority: high" }));
  await waitFor(() => expect(first()).toContain("High priority"));
  expect(first()).toContain("ring doorbell");
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Set priority: normal" }));
  await waitFor(() => expect(first()).not.toContain("ring doorbell"));
  expect(screen.queryByText("High priority")).toBeNull();
});

test("a question in another language has a badge in the list and in the header", async () => {
  const { fakeApi } = openDesk();
  for (const one of fakeApi.db.escalations) one.language = one.id === priya ? "es" : "";
  await answerField();
  await waitFor(() => expect(screen.getAllByText("Spanish")).toHaveLength(2));
});

test("the English translation is shown and trains the bot", async () => {
  const { user } = visit(`/escalations?id=${priya}`, {
    prepare: ({ db }) => {
      for (const one of db.escalations) {
        one.questionInEnglish = "May I keep a goat?";
        one.suggestedAnswer = one.suggestedQuestion = "";
      }
    },
  });
  await user.type(await answerField(), "Goats stay on the ground");
  expect(screen.getByText("In English: “May I keep a goat?”")).toBeTruthy();
  expect(
    within(await screen.findByLabelText("Train the bot", { selector: "section" })).getByText(
      "“May I keep a goat?”",
    ),
  ).toBeTruthy();
});

test("an answer to an emergency does not train the bot by default", async () => {
  const { user } = visit(`/escalations?id=${priya}`, {
    prepare: ({ db }) => {
      for (const one of db.escalations) one.urgent = true;
    },
  });
  await user.type(await answerField(), "Leave the building");
  const train = screen.getByLabelText<HTMLInputElement>("Train the bot", { selector: "input" });
  expect(train.checked).toBe(false);
  await user.click(train);
  expect(train.checked).toBe(true);
});
