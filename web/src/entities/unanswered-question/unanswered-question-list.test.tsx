import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createError } from "../../testing/fake-api/errors";
import { callsOf, visit } from "../../testing/visit";

const harbor = "/turbo?community=harbor";
const fob =
  "My fob stopped opening the pool gate after yesterday’s power cut. Front door still works.";

const vain = async () =>
  within(await screen.findByRole("region", { name: "Unanswered questions" }));

it("shows unanswered questions first, each with a button to answer it", async () => {
  const { user, db } = visit(harbor, {
    prepare: ({ db }) => {
      const first = db.escalations.find(({ question }) => question === fob);
      if (first) {
        const words = "fob stopped opening pool gate since yesterdays power cut, front door works";
        db.escalations.push({ ...first, id: "again", question: words, reviewed: true });
      }
    },
  });
  expect(await (await vain()).findByText("Unanswered · asked 2 times")).toBeTruthy();
  await user.click(
    (await vain()).getByRole("button", { name: /^Write answer: (My )?fob stopped/ }),
  );
  const form = within(await screen.findByRole("form", { name: "Add an answer" }));
  expect(document.activeElement).toBe(form.getByLabelText("Answer"));
  await user.keyboard("Bring it to the desk: a new battery takes a minute.");
  await user.click(form.getByRole("button", { name: /Save/ }));
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Unanswered questions" })).toBeNull(),
  );
  const made = db.answers.find(({ answer }) => answer.startsWith("Bring it to the desk"));
  expect([made?.question, ...(made?.samples ?? [])]).toHaveLength(2);
});

it("filters unanswered questions and shows an empty search", async () => {
  const { user, location } = visit(harbor);
  const categories = within(await screen.findByRole("navigation", { name: "Categories" }));
  await user.click(categories.getByRole("button", { name: "Unanswered questions 1" }));
  await waitFor(() => expect(location.path).toContain("vain=1"));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Answers" })).toBeNull());
  await user.type(screen.getByRole("searchbox"), "llama");
  expect(await screen.findByText("No unanswered questions match “llama”.")).toBeTruthy();
});

it("restores the text of the form", async () => {
  const { user } = visit(harbor);
  await user.click(await screen.findByRole("button", { name: "Add answer" }));
  await user.type(await screen.findByLabelText("Question"), "May I sing?");
  await user.type(screen.getByLabelText("Answer"), "Quietly.");
  await user.click(screen.getByRole("button", { name: `Write answer: ${fob}` }));
  expect(await screen.findByDisplayValue(fob)).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: /Undo/ }));
  expect(await screen.findByDisplayValue("May I sing?")).toBeTruthy();
});

it("shows a failed load beside the answers", async () => {
  const { user, db } = visit(harbor, {
    prepare: ({ db }) =>
      db.failingMethods.set(
        "ListUnansweredQuestions",
        createError(Code.Internal, "INTERNAL", "Broken."),
      ),
  });
  const notice = within(
    await screen.findByText(/^Couldn't load unanswered questions/, { selector: "p" }),
  );
  expect(await screen.findByRole("list", { name: "Answers" })).toBeTruthy();
  db.failingMethods.clear();
  await user.click(notice.getByRole("button", { name: "Try again" }));
  expect(await (await vain()).findByText("Unanswered · asked once")).toBeTruthy();
});

it("does not load escalations without access", async () => {
  const fakeApi = visit("/answers?community=harbor", { as: "olive" });
  expect(await screen.findByRole("list", { name: "Answers" })).toBeTruthy();
  expect(callsOf(fakeApi)).not.toContain("ListEscalations");
});
