import { create } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { SimilarAnswerSchema } from "../../gen/parlor/v1/escalation_service_pb";
import { visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };
const fob = "escalation-2";

test("notes are added and deleted beside the question", async () => {
  const { user } = visit(`/escalations?id=${fob}`);
  const summary = await screen.findByText(/^(Notes|\d+ notes?)$/, {}, loadTimeout);
  await user.click(summary);
  const add = screen.getByRole("button", { name: "Add note" });
  expect(add.title).toBe("Write a note first");
  await user.type(screen.getByLabelText("New note"), "Called the locksmith");
  await user.click(add);
  const notes = within(screen.getByRole("list", { name: "Notes" }));
  await notes.findByText("Called the locksmith", {}, loadTimeout);
  await user.click(notes.getByRole("button", { name: "Delete note" }));
  await waitFor(() => expect(notes.queryByText("Called the locksmith")).toBeNull());
});

test("an answer to a similar question fills an empty field", async () => {
  const { user } = visit(`/escalations?id=${fob}`, {
    prepare: ({ db }) => {
      const answer = "Bring the fob to the desk.";
      const past = {
        escalationId: "past",
        question: "Is my fob broken?",
        reviewedBy: "Marcus Bell",
      };
      db.similarAnswers = [create(SimilarAnswerSchema, { ...past, answer, similarity: 0.7 })];
    },
  });
  const similar = await screen.findByRole(
    "list",
    { name: "Answers to similar questions" },
    loadTimeout,
  );
  expect(similar.textContent).toContain("Marcus Bell answered “Is my fob broken?”:");
  await user.click(within(similar).getByRole("button", { name: "Use answer" }));
  const field = screen.getByLabelText<HTMLTextAreaElement>("Your answer");
  expect(field.value).toBe("Bring the fob to the desk.");
  expect(document.activeElement).toBe(field);
  expect(similar.isConnected).toBe(false);
});

test("the median time to answer is shown with what it covers", async () => {
  visit("/escalations");
  const median = await screen.findByText(
    "Median time to answer: 42 min (all hours, last 30 days)",
    {},
    loadTimeout,
  );
  expect(median.closest(".only-desk")).toBeNull();
  expect(median.title).toContain("Reporting counts business hours only.");
});
