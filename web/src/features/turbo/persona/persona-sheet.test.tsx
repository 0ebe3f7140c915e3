import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createError } from "../../../testing/fake-api/errors";
import { visit } from "../../../testing/visit";

const harbor = "/turbo?community=harbor";

async function sheet(user: ReturnType<typeof visit>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Edit persona" }));
  return within(await screen.findByRole("dialog", { name: "Persona" }));
}

async function ask(user: ReturnType<typeof visit>["user"], open: ReturnType<typeof within>) {
  const question = await open.findByLabelText("What a resident asks");
  await user.clear(question);
  await user.type(question, "second parking permit");
  return within(open.getByRole("status"));
}

it("summarizes the persona, and says when it has no instructions", async () => {
  visit(harbor);
  expect(await screen.findByText("Sends answers as written.")).toBeTruthy();
  const card = within(screen.getByRole("region", { name: "Persona" }));
  expect(card.getByText(/no emojis/)).toBeTruthy();
});

it("previews a persona before it is saved, and saves it", async () => {
  const { user, db } = visit(harbor);
  const open = await sheet(user);
  const preview = await ask(user, open);
  expect(await preview.findByText(/^Each home has one permit/)).toBeTruthy();
  expect(preview.getByText("Word for word")).toBeTruthy();
  await user.type(open.getByLabelText(/Instructions/), "Ahoy");
  await user.type(open.getByLabelText(/First-contact notice/), "I am a bot.");
  expect(await preview.findByText(/I am a bot\.\s+Ahoy: Each home has one permit/)).toBeTruthy();
  expect(preview.getByText("AI writing")).toBeTruthy();
  const stored = () => db.communities.find(({ id }) => id === "harbor")?.persona;
  expect(stored()?.prompt ?? "").toBe("");
  await user.click(open.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(stored()?.prompt).toBe("Ahoy"));
  expect(stored()?.botWaiver).toBe("I am a bot.");
  const card = within(await screen.findByRole("region", { name: "Persona" }));
  expect(await card.findByText("“Ahoy”")).toBeTruthy();
  expect(card.getByText(/first-contact notice/)).toBeTruthy();

  await screen.findByText("The bot answers residents of 42 units with it from now on.");
  await user.click(screen.getByRole("button", { name: /Undo/ }));
  await waitFor(() => expect(stored()?.prompt).toBe(""));
});

it("a word replacement changes the preview immediately", async () => {
  const { user, db } = visit(harbor);
  const open = await sheet(user);
  const preview = await ask(user, open);
  await preview.findByText(/^Each home has one permit/);
  const words = within(open.getByRole("form", { name: "Add a word replacement" }));
  await user.type(words.getByLabelText(/Instead of/), "permit");
  await user.type(words.getByLabelText(/Say/), "pass");
  await user.click(words.getByRole("button", { name: "Add" }));
  expect(await preview.findByText(/^Each home has one pass/)).toBeTruthy();
  const previous = await open.findByRole("button", { name: "Remove permit" });
  await user.type(words.getByLabelText(/Instead of/), "mast");
  await user.type(words.getByLabelText(/Say/), "pole");
  await user.click(words.getByRole("button", { name: "Add" }));
  await user.click(await open.findByRole("button", { name: "Remove mast" }));
  await waitFor(() => expect(document.activeElement).toBe(previous));
  await user.click(previous);
  expect(await preview.findByText(/^Each home has one permit/)).toBeTruthy();
  await waitFor(() =>
    expect(db.communities.find(({ id }) => id === "harbor")?.customVerbiage).toEqual([]),
  );
});

it("the preview shows when a question would be sent to the team, and failures", async () => {
  const { user, db } = visit(harbor);
  const open = await sheet(user);
  const question = await open.findByLabelText("What a resident asks");
  await user.clear(question);
  await user.type(question, "llama on the roof");
  const preview = within(open.getByRole("status"));
  expect(await preview.findByText("Sent to your team")).toBeTruthy();
  db.failingMethods.set("PreviewPersona", createError(Code.Unavailable, "UNAVAILABLE", "Down."));
  await user.type(question, "?");
  expect(await preview.findByRole("button", { name: "Try again" })).toBeTruthy();
});
