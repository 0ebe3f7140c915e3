import { Code } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { loadValidator } from "../../forms/rules";
import { createError } from "../../testing/fake-api/errors";
import { freshInvitation, freshLink } from "../../testing/fake-api/handlers/account";
import { openApp } from "../../testing/open-app";

const loadTimeout = { timeout: 60_000 };

// The validator is large; it is loaded once, before the tests.
beforeAll(async () => {
  await loadValidator();
});

async function ask(user: ReturnType<typeof openApp>["user"], email: string) {
  await user.type(await screen.findByLabelText("Email", {}, loadTimeout), email);
  await user.click(screen.getByRole("button", { name: "Send link" }));
}

test("the login links to the password reset, which answers the same for every address", async () => {
  const { user, location } = openApp({ path: "/login" });
  await user.click(await screen.findByRole("link", { name: "Forgot password?" }, loadTimeout));
  await screen.findByRole("heading", { name: "Reset your password" }, loadTimeout);
  await ask(user, "nobody@nowhere.example");
  const status = await screen.findByRole("status");
  expect(status.textContent).toContain("If nobody@nowhere.example has an account");
  expect(location.path).toBe("/reset-password");
  expect(document.title).toBe("Reset password · Parlor");
});

test("an invalid address is not sent", async () => {
  const { user } = openApp({ path: "/reset-password" });
  await ask(user, "dana@");
  await screen.findByText("Enter an email address, such as name@company.example.");
  expect(screen.queryByRole("status")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
});

test("a rate limit shows how long to wait", async () => {
  const { user } = openApp({
    path: "/reset-password",
    prepare: ({ db }) =>
      db.failingMethods.set(
        "RequestPasswordReset",
        createError(Code.ResourceExhausted, "TOO_MANY_ATTEMPTS", "Often.", 90),
      ),
  });
  await ask(user, "dana@wickhamrowe.example");
  await screen.findByRole("button", { name: /Try again in 1 min/ });
});

test("a pasted password shows its strength and is saved", async () => {
  const { user, location } = openApp({ path: `/reset-password/${freshLink}` });
  const field = await screen.findByLabelText("New password", {}, loadTimeout);
  expect(field.getAttribute("autocomplete")).toBe("new-password");
  await user.click(field);
  await user.paste("short");
  expect(screen.getByText("7 more characters needed.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Set password" }));
  await screen.findByText("A password has at least 12 characters.");
  await user.clear(field);
  await user.paste("Dana-Okafor-2026");
  const refusal = "Choose a password that is harder to guess: it contains your name.";
  await screen.findByText(refusal, {}, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Set password" }));
  await waitFor(() => expect(screen.getAllByText(refusal)).toHaveLength(2));
  await user.clear(field);
  await user.paste("lantern cobalt otter");
  await screen.findByText("Strong.");
  await user.click(screen.getByRole("button", { name: "Set password" }));
  await screen.findByRole("heading", { name: "Your password is set" });
  await user.click(screen.getByRole("link", { name: "Log in" }));
  await waitFor(() => expect(location.path).toBe("/login"));
});

test("an invitation greets the user and requires a first password", async () => {
  openApp({ path: `/reset-password/${freshInvitation}` });
  await screen.findByRole("heading", { name: "Welcome, Dana" }, loadTimeout);
});

test("an expired link offers another one", async () => {
  const { user } = openApp({ path: "/reset-password/old" });
  await screen.findByRole("heading", { name: "This link has expired" }, loadTimeout);
  await ask(user, "dana@wickhamrowe.example");
  expect((await screen.findByRole("status")).textContent).toContain("dana@wickhamrowe.example");
});
