import { Code } from "@connectrpc/connect";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createError } from "../../testing/fake-api/errors";
import { visit } from "../../testing/visit";

const harbor = "/playground?community=harbor";
const main = { as: "ines" };

async function card(name: "A" | "B") {
  return within(await screen.findByRole("region", { name: `Variant ${name}` }));
}

/** Asks a question that matches an answer by half, with a higher confidence limit for B. */
async function compare(user: ReturnType<typeof visit>["user"]) {
  await user.type(
    await screen.findByLabelText("Questions, one per line"),
    "pool llama{Enter}llama",
  );
  fireEvent.change((await card("B")).getByLabelText("Confidence needed"), {
    target: { value: "95" },
  });
  fireEvent.change((await card("A")).getByLabelText("Confidence needed"), {
    target: { value: "40" },
  });
  await user.click(screen.getByRole("button", { name: "Compare" }));
  return within(await screen.findByRole("region", { name: "Comparison" }));
}

it("compares two variants on the same questions and marks where they differ", async () => {
  const { user } = visit(harbor, main);
  const results = await compare(user);
  expect(results.getByText("1 difference")).toBeTruthy();
  const rows = results.getAllByRole("listitem");
  expect(within(rows[0] as HTMLElement).getByText("Differs")).toBeTruthy();
  expect(within(rows[1] as HTMLElement).queryByText("Differs")).toBeNull();
  expect(within(rows[0] as HTMLElement).getByText("Asked “Did you mean…”")).toBeTruthy();
  expect(results.getByText(/ 1 “Did you mean…”$/).textContent).toBe(
    "B 0 answered · 1 sent to your team · 1 “Did you mean…”",
  );
  await user.click(results.getByRole("switch", { name: "Only differences" }));
  expect(results.getAllByRole("listitem")).toHaveLength(1);
});

it("shows what changed since the last comparison", async () => {
  const { user, db } = visit(harbor, main);
  const results = await compare(user);
  expect(results.queryByText("Changed since last time")).toBeNull();
  for (const answer of db.answers) answer.answer = `${answer.answer} Really.`;
  await user.click(screen.getByRole("button", { name: "Compare" }));
  expect(await results.findByText("Changed since last time")).toBeTruthy();
  expect(results.getByText("1 difference · 1 changed since the last comparison")).toBeTruthy();
});

it("applies a variant after showing its changes, with undo", async () => {
  const { user, db } = visit(harbor, main);
  const b = await card("B");
  expect(b.getByText("Current version")).toBeTruthy();
  fireEvent.change(b.getByLabelText("Confidence needed"), { target: { value: "80" } });
  await user.type(b.getByLabelText("Instead of"), "HOA");
  await user.type(b.getByLabelText("Say"), "association");
  const add = b.getByRole("button", { name: "Add replacement" });
  await user.click(add);
  await user.click(b.getByRole("button", { name: "Remove: HOA" }));
  expect(document.activeElement).toBe(add);
  await user.type(b.getByLabelText("Instead of"), "HOA");
  await user.type(b.getByLabelText("Say"), "association");
  await user.click(add);
  expect(b.getByText("2 changes")).toBeTruthy();
  await user.click(b.getByRole("button", { name: "Apply to community" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "58% → 80%",
    "None → association",
  ]);
  const harborRow = db.communities.find(({ id }) => id === "harbor");
  await user.click(dialog.getByRole("button", { name: "Apply variant" }));
  expect(await b.findByText("Current version")).toBeTruthy();
  expect(harborRow?.persona?.confidenceThresholds?.minConfidence).toBe(0.8);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  expect(await b.findByText("2 changes")).toBeTruthy();
  expect(harborRow?.persona?.confidenceThresholds?.minConfidence).toBe(0.58);
});

it("shows equal replies once, and each with AI writing on request", async () => {
  const { user } = visit(harbor, main);
  await user.type(
    await screen.findByLabelText("Questions, one per line"),
    "When is the pool open?",
  );
  const again = () => user.click(screen.getByRole("button", { name: "Compare" }));
  await again();
  const results = within(await screen.findByRole("region", { name: "Comparison" }));
  expect(results.getByText("A and B")).toBeTruthy();
  const b = await card("B");
  await user.click(b.getByText("AI writing"));
  await user.type(b.getByLabelText("Instructions"), "Ahoy");
  expect(results.queryByRole("button", { name: "Show with AI writing" })).toBeNull();
  await again();
  await user.click(await results.findByRole("button", { name: "Show with AI writing" }));
  expect(await results.findByText(/^“Ahoy: The pool is open/)).toBeTruthy();
  expect(results.getByText("There is no writing model.")).toBeTruthy();
});

it("loads recent questions of residents, and refuses too many questions", async () => {
  const { user } = visit(harbor, main);
  await user.click(await screen.findByRole("button", { name: "Use residents' recent questions" }));
  const field = screen.getByLabelText<HTMLTextAreaElement>("Questions, one per line");
  expect(field.value).not.toBe("");
  const compare = screen.getByRole<HTMLButtonElement>("button", { name: "Compare" });
  fireEvent.change(field, { target: { value: "" } });
  expect(compare.title).toBe("Write a question first");
  const many = Array.from({ length: 51 }, (_, at) => `question ${at}`).join("\n");
  fireEvent.change(field, { target: { value: many } });
  const tooMany = "Remove 1. You can compare up to 50 questions.";
  expect((await screen.findAllByText(tooMany)).length).toBeGreaterThan(0);
  expect(compare.disabled).toBe(true);
  expect(compare.title).toBe(tooMany);
});

it("shows a failed comparison and retries", async () => {
  const { user } = visit(harbor, {
    ...main,
    prepare: ({ db }) =>
      db.failingMethods.set(
        "CompareAnswers",
        createError(Code.Unavailable, "UNAVAILABLE", "Down."),
      ),
  });
  await user.type(await screen.findByLabelText("Questions, one per line"), "pool open");
  await user.click(screen.getByRole("button", { name: "Compare" }));
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

it("shows bidirectional control characters of questions as marks", async () => {
  const { user } = visit(harbor, main);
  await user.type(await screen.findByLabelText("Questions, one per line"), "llama \u202egod");
  await user.click(screen.getByRole("button", { name: "Compare" }));
  const results = within(await screen.findByRole("region", { name: "Comparison" }));
  expect(results.getByText("llama [RLO]god")).toBeTruthy();
});
