import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { refusal } from "../../../testing/house";
import { callsOf, visit } from "../../../testing/visit";

const harbor = "/turbo?community=harbor";
const fob =
  "My fob stopped opening the pool gate after yesterday’s power cut. Front door still works.";

const vain = async () => within(await screen.findByRole("region", { name: "Asked in vain" }));

it("shows first what residents asked in vain, and leads to its answer in one press", async () => {
  const { user, rooms } = visit(harbor, {
    prepare: ({ rooms }) => {
      const first = rooms.escalations.find(({ question }) => question === fob);
      if (first) {
        const words = "fob stopped opening pool gate since yesterdays power cut, front door works";
        rooms.escalations.push({ ...first, id: "again", question: words, reviewed: true });
      }
    },
  });
  expect(await (await vain()).findByText("Unanswered · asked 2×")).toBeTruthy();
  await user.click(
    (await vain()).getByRole("button", { name: /^Write the answer: (My )?fob stopped/ }),
  );
  const form = within(await screen.findByRole("form", { name: "Add an answer" }));
  expect(document.activeElement).toBe(form.getByLabelText("Answer"));
  await user.keyboard("Bring it to the desk: a new battery takes a minute.");
  await user.click(form.getByRole("button", { name: /Save/ }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Asked in vain" })).toBeNull());
  const made = rooms.answers.find(({ answer }) => answer.startsWith("Bring it to the desk"));
  expect([made?.question, ...(made?.samples ?? [])]).toHaveLength(2);
});

it("shows them alone, and says so when words find none of them", async () => {
  const { user, place } = visit(harbor);
  const topics = within(await screen.findByRole("navigation", { name: "Topics" }));
  await user.click(topics.getByRole("button", { name: "Asked in vain 1" }));
  await waitFor(() => expect(place.path).toContain("vain=1"));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Answers" })).toBeNull());
  await user.type(screen.getByRole("searchbox"), "llama");
  expect(await screen.findByText("Nobody asked “llama” in vain.")).toBeTruthy();
});

it("gives the words back that stood in the form before", async () => {
  const { user } = visit(harbor);
  await user.click(await screen.findByRole("button", { name: "Add answer" }));
  await user.type(await screen.findByLabelText("Question"), "May I sing?");
  await user.type(screen.getByLabelText("Answer"), "Quietly.");
  await user.click(screen.getByRole("button", { name: `Write the answer: ${fob}` }));
  expect(await screen.findByDisplayValue(fob)).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: /Undo/ }));
  expect(await screen.findByDisplayValue("May I sing?")).toBeTruthy();
});

it("tells when they did not come, and shows the answers all the same", async () => {
  const { user, rooms } = visit(harbor, {
    prepare: ({ rooms }) =>
      rooms.broken.set("ListGaps", refusal(Code.Internal, "BROKEN", "Broken.")),
  });
  const told = within(
    await screen.findByText(/^What residents asked in vain did not load/, { selector: "p" }),
  );
  expect(await screen.findByRole("list", { name: "Answers" })).toBeTruthy();
  rooms.broken.clear();
  await user.click(told.getByRole("button", { name: "Try again" }));
  expect(await (await vain()).findByText("Unanswered · asked once")).toBeTruthy();
});

it("does not ask for escalations where they are not meant for one", async () => {
  const house = visit("/answers?community=harbor", { as: "olive" });
  expect(await screen.findByRole("list", { name: "Answers" })).toBeTruthy();
  expect(callsOf(house)).not.toContain("ListEscalations");
});
