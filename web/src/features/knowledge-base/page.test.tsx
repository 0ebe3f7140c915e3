import { create } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AnswerSchema } from "../../gen/parlor/v1/answer_pb";
import { callsOf, visit } from "../../testing/visit";
import { undoDuration } from "../../ui";

const permit = "How do I get a second parking permit?";

// Olive's company still has legacy texting, so its home screen is the knowledge base.
const olive = { as: "olive" };

async function list() {
  return within(await screen.findByRole("list", { name: "Answers" }));
}

it("opens the first community, or the one in the URL", async () => {
  const first = visit("/answers", olive);
  expect(await screen.findByDisplayValue("Fenwick Court")).toBeTruthy();
  first.unmount();
  visit("/answers?community=harbor", olive);
  expect(await screen.findByDisplayValue("Harbor Row")).toBeTruthy();
  expect(await (await list()).findByRole("button", { name: permit })).toBeTruthy();
});

it("changes the community", async () => {
  const { user, location } = visit("/answers?community=harbor", olive);
  const field = await screen.findByRole("combobox", { name: "Community" });
  await user.clear(field);
  await user.type(field, "alder");
  await user.click(await screen.findByRole("option", { name: "The Alder" }));
  await waitFor(() => expect(location.path).toContain("community=alder"));
  expect(await screen.findByRole("region", { name: "The Alder answers" })).toBeTruthy();
});

it("selects the first community that matches the typed words on Enter", async () => {
  const { user, location } = visit("/answers?community=harbor", olive);
  const field = await screen.findByRole("combobox", { name: "Community" });
  await user.clear(field);
  await user.type(field, "alder");
  await screen.findByRole("option", { name: "The Alder" });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(location.path).toContain("community=alder"));
});

it("shows unanswered questions first, with the share of answered ones, and saves an answer", async () => {
  const waiting = create(AnswerSchema, {
    id: "waits",
    communityId: "harbor",
    category: "Parking",
    question: "Zeppelin parking",
    samples: ["where do i moor my zeppelin"],
    version: 1n,
  });
  const { user, db } = visit("/answers?community=harbor&category=Parking", {
    ...olive,
    prepare: ({ db }) => db.answers.push(waiting),
  });
  const categories = within(await screen.findByRole("navigation", { name: "Categories" }));
  const parking = db.answers.filter(
    ({ communityId, category }) => communityId === "harbor" && category === "Parking",
  ).length;
  expect(
    await categories.findByRole("button", { name: `Parking ${parking - 1} of ${parking}` }),
  ).toBeTruthy();
  const [first] = (await list()).getAllByRole("listitem");
  expect(within(first as HTMLElement).getByText("No answer yet")).toBeTruthy();
  expect(within(first as HTMLElement).getByText("“where do i moor my zeppelin”")).toBeTruthy();
  await user.click(
    (await list()).getByRole("button", { name: "Write the answer: Zeppelin parking" }),
  );
  const form = within(await screen.findByRole("form", { name: "Edit: Zeppelin parking" }));
  await user.type(form.getByLabelText("Answer"), "On the roof.");
  await user.click(form.getByRole("button", { name: /Save/ }));
  expect(
    await categories.findByRole("button", { name: `Parking ${parking} of ${parking}` }),
  ).toBeTruthy();
});

it("adds an answer and shows it", async () => {
  const { user, db, location } = visit("/answers?community=harbor&category=Pets", olive);
  await user.click(await screen.findByRole("button", { name: "Add answer" }));
  const form = within(await screen.findByRole("form", { name: "Add an answer" }));
  await user.type(form.getByLabelText("Question"), "May my cat sit in the lobby?");
  await user.type(form.getByLabelText("Answer"), "She may, on a lap.");
  await user.type(form.getByLabelText("Sample questions"), "cat lobby{Enter}  {Enter}kitty");
  await user.click(form.getByRole("button", { name: /Save/ }));
  expect(await (await list()).findByText("She may, on a lap.")).toBeTruthy();
  const made = db.answers.find((one) => one.question === "May my cat sit in the lobby?");
  expect(made).toMatchObject({ category: "Pets", samples: ["cat lobby", "kitty"] });
  await waitFor(() => expect(location.path).toContain(`answer=${made?.id}`));
});

it("deletes an answer once it can no longer be undone", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const fakeApi = visit("/answers?community=harbor", olive);
    const gone = await (await list()).findByRole("button", { name: `Delete: ${permit}` });
    await fakeApi.user.click(gone);
    await waitFor(() => expect(gone.isConnected).toBe(false));
    await vi.advanceTimersByTimeAsync(undoDuration - 1000);
    expect(callsOf(fakeApi)).not.toContain("DeleteAnswer");
    await vi.advanceTimersByTimeAsync(2000);
    await waitFor(() => expect(callsOf(fakeApi)).toContain("DeleteAnswer"));
    const left = fakeApi.db.answers.filter((one) => one.communityId === "harbor");
    expect(left.some((one) => one.question === permit)).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

it("J and K change the selection, E edits, and a slash searches", async () => {
  const { user } = visit("/answers?community=harbor&category=Parking", olive);
  const permitOpen = await (await list()).findByRole("button", { name: permit });
  await user.keyboard("j");
  await waitFor(() => expect(permitOpen.getAttribute("aria-expanded")).toBe("true"));
  await user.keyboard("j");
  await waitFor(() => expect(permitOpen.getAttribute("aria-expanded")).toBe("false"));
  await user.keyboard("k");
  await waitFor(() => expect(permitOpen.getAttribute("aria-expanded")).toBe("true"));
  await user.keyboard("e");
  expect(await screen.findByRole("form", { name: `Edit: ${permit}` })).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
  await user.keyboard("/");
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
});

it("focuses the answer on E, and saving it can be undone", async () => {
  const { user, db } = visit("/answers?community=harbor&category=Parking", olive);
  await (await list()).findByRole("button", { name: permit });
  const stored = () =>
    db.answers.find((one) => one.communityId === "harbor" && one.question === permit)?.answer;
  const before = stored();
  await user.keyboard("je");
  const form = within(await screen.findByRole("form", { name: `Edit: ${permit}` }));
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText("Answer")));
  await user.keyboard(" jk{Control>}{Enter}{/Control}");
  await screen.findByText("Answer saved.");
  expect(stored()).toMatch(/ jk$/);
  await user.click(screen.getByRole("button", { name: /Undo/ }));
  await waitFor(() => expect(stored()).toBe(before));
});

it("keeps the draft when a colleague deleted the answer", async () => {
  const { user, db } = visit("/answers?community=harbor", olive);
  await user.click(await (await list()).findByRole("button", { name: `Edit: ${permit}` }));
  const form = within(await screen.findByRole("form", { name: `Edit: ${permit}` }));
  await user.type(form.getByLabelText("Answer"), " Mine.");
  db.answers = db.answers.filter((one) => one.question !== permit);
  await user.click(form.getByRole("button", { name: /Save/ }));
  const lost = within(await screen.findByRole("alert", { name: "This answer was deleted" }));
  await user.click(lost.getByRole("button", { name: "Add it back" }));
  const again = within(await screen.findByRole("form", { name: "Add an answer" }));
  expect(again.getByDisplayValue(permit)).toBeTruthy();
  expect(again.getByDisplayValue(/Mine\.$/)).toBeTruthy();
});

it("Escape closes the list of categories, and then the form", async () => {
  const { user } = visit("/answers?community=harbor", olive);
  await user.click(await (await list()).findByRole("button", { name: `Edit: ${permit}` }));
  const form = within(await screen.findByRole("form", { name: `Edit: ${permit}` }));
  await user.click(form.getByRole("combobox", { name: "Category" }));
  expect(await screen.findByRole("option", { name: "Amenities" })).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("option", { name: "Amenities" })).toBeNull());
  expect(screen.queryByRole("form", { name: `Edit: ${permit}` })).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("form", { name: `Edit: ${permit}` })).toBeNull());
});
