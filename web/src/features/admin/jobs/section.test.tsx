import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openApp } from "../../../testing/app";

const find = { timeout: 60_000 };

test("a job that was given up is tried again, or let go with a reason", async () => {
  const { user, house } = openApp({ path: "/admin?section=jobs", as: "dana" });
  await screen.findByText("The mail server does not answer.", {}, find);
  await user.click(screen.getByRole("button", { name: "Let go: Send a text" }));
  await user.click(await screen.findByRole("button", { name: "Let it go" }, find));
  await screen.findByText("Say in at least 10 characters why.");
  await user.type(screen.getByLabelText("Reason"), "The resident moved out.");
  await user.click(screen.getByRole("button", { name: "Let it go" }));
  await waitFor(() => expect(house.rooms.dead.map(({ kind }) => kind)).toEqual(["mail"]), find);
  await user.click(await screen.findByRole("button", { name: "Try again: Send a mail" }, find));
  await screen.findByText("Nothing was given up", {}, find);
});

test("all of one kind are tried again at once", async () => {
  const { user, house } = openApp({ path: "/admin?section=jobs&kind=mail", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "Try all of these again" }, find));
  await waitFor(() => expect(house.rooms.dead.map(({ kind }) => kind)).toEqual(["text"]), find);
});
