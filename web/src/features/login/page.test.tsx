import { Code } from "@connectrpc/connect";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createError } from "../../testing/fake-api/errors";
import { openApp } from "../../testing/open-app";

const loadTimeout = { timeout: 60_000 };

test("the first field has the focus, and password managers recognize both fields", async () => {
  openApp({ path: "/login" });
  const email = await screen.findByLabelText("Email", {}, loadTimeout);
  const password = screen.getByLabelText("Password");
  expect(document.activeElement).toBe(email);
  expect(email.getAttribute("autocomplete")).toBe("username");
  expect(password.getAttribute("autocomplete")).toBe("current-password");
  expect(email.closest("form")).toBe(password.closest("form"));
});

test("Tab leads from the email to the password, and from there to the forgotten one", async () => {
  const { user } = openApp({ path: "/login" });
  await screen.findByLabelText("Email", {}, loadTimeout);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Forgot password?" }));
});

test("a server out of reach is an error that promises nothing about work", async () => {
  const { user } = openApp({
    path: "/login",
    prepare: ({ db }) =>
      db.failingMethods.set("Login", createError(Code.Unavailable, "UNAVAILABLE", "Down.")),
  });
  await user.type(
    await screen.findByLabelText("Email", {}, loadTimeout),
    "dana@wickhamrowe.example",
  );
  await user.type(screen.getByLabelText("Password"), "a long password");
  await user.click(screen.getByRole("button", { name: "Log in" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("Can't reach the server. Check your connection.");
});

test("Caps Lock is shown while it is on, and the password can be shown", async () => {
  const { user } = openApp({ path: "/login" });
  const password = await screen.findByLabelText("Password", {}, loadTimeout);
  await user.click(password);
  expect(screen.queryByText("Caps Lock is on.")).toBeNull();
  await user.keyboard("{CapsLock}A");
  expect(screen.getByText("Caps Lock is on.")).toBeTruthy();
  await user.keyboard("{CapsLock}b");
  expect(screen.queryByText("Caps Lock is on.")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(password.getAttribute("type")).toBe("text");
});

test("a missing value is an error at its field, which gets the focus", async () => {
  const { user } = openApp({ path: "/login" });
  await user.type(
    await screen.findByLabelText("Email", {}, loadTimeout),
    "dana@wickhamrowe.example",
  );
  await user.click(screen.getByRole("button", { name: "Log in" }));
  expect(screen.getByText("Enter your password.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
});
