import { Code } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { loadRules } from "../../forms/rules";
import { openApp } from "../../testing/app";
import { refusal } from "../../testing/house";
import { freshInvitation, freshLink } from "../../testing/house-account";

const inHouse = { timeout: 60_000 };

// What checks is large: here it is read once, so that no test waits for it.
beforeAll(async () => {
  await loadRules();
});

async function ask(user: ReturnType<typeof openApp>["user"], email: string) {
  await user.type(await screen.findByLabelText("E-mail", {}, inHouse), email);
  await user.click(screen.getByRole("button", { name: "Send me a link" }));
}

test("the login leads to a new password, and what is said is the same for any address", async () => {
  const { user, place } = openApp({ path: "/login" });
  await user.click(await screen.findByRole("link", { name: "Forgot it?" }, inHouse));
  await screen.findByRole("heading", { name: "A new password" }, inHouse);
  await ask(user, "nobody@nowhere.example");
  const told = await screen.findByRole("status");
  expect(told.textContent).toContain("If nobody@nowhere.example has an account");
  expect(place.path).toBe("/reset-password");
  expect(document.title).toBe("Reset password · Parlor");
});

test("what is no address is not sent", async () => {
  const { user } = openApp({ path: "/reset-password" });
  await ask(user, "dana@");
  await screen.findByText("Give an e-mail address, such as name@company.example.");
  expect(screen.queryByRole("status")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("E-mail"));
});

test("who asked too often sees how long to wait", async () => {
  const { user } = openApp({
    path: "/reset-password",
    prepare: ({ rooms }) =>
      rooms.broken.set(
        "RequestPasswordReset",
        refusal(Code.ResourceExhausted, "TOO_MANY_ATTEMPTS", "Often.", 90),
      ),
  });
  await ask(user, "dana@wickhamrowe.example");
  await screen.findByRole("button", { name: /Try again in 1 min/ });
});

test("a password is pasted, its strength is shown, and it is set", async () => {
  const { user, place } = openApp({ path: `/reset-password/${freshLink}` });
  const field = await screen.findByLabelText("New password", {}, inHouse);
  expect(field.getAttribute("autocomplete")).toBe("new-password");
  await user.click(field);
  await user.paste("short");
  expect(screen.getByText("7 more characters needed.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Set the password" }));
  await screen.findByText("A password has at least 12 characters.");
  await user.clear(field);
  await user.paste("lantern cobalt otter");
  expect(screen.getByText("Strong.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Set the password" }));
  await screen.findByRole("heading", { name: "Your password is set" });
  await user.click(screen.getByRole("link", { name: "Log in" }));
  await waitFor(() => expect(place.path).toBe("/login"));
});

test("an invitation greets, and asks for a first password", async () => {
  openApp({ path: `/reset-password/${freshInvitation}` });
  await screen.findByRole("heading", { name: "Welcome, Dana" }, inHouse);
});

test("an expired link offers another one", async () => {
  const { user } = openApp({ path: "/reset-password/old" });
  await screen.findByRole("heading", { name: "This link works no longer" }, inHouse);
  await ask(user, "dana@wickhamrowe.example");
  expect((await screen.findByRole("status")).textContent).toContain("dana@wickhamrowe.example");
});
