import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { password } from "../../testing/fake-api/seed/people";
import { openApp } from "../../testing/open-app";

const loadTimeout = { timeout: 60_000 };
const back = "http://127.0.0.1:9/back";
const asks = (more: Record<string, string> = {}) =>
  `/oauth2/v1/auth?${new URLSearchParams({ client_id: "ledger", redirect_uri: back, state: "s/1", ...more })}`;

function open(path: string, as?: string) {
  const gone = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  return { ...openApp({ path, ...(as ? { as } : {}) }), gone };
}

test("the page shows the application, its scopes, the account and the return address", async () => {
  open(asks(), "dana");
  await screen.findByRole(
    "heading",
    { name: "Ledger Sync wants to access your account" },
    loadTimeout,
  );
  expect(screen.getByText("see your communities")).toBeTruthy();
  expect(screen.getByText("dana@wickhamrowe.example")).toBeTruthy();
  expect(screen.getByText("127.0.0.1:9")).toBeTruthy();
  expect(screen.queryByRole("navigation", { name: "Screens" })).toBeNull();
  expect(screen.getByRole("link", { name: "profile" }).getAttribute("href")).toBe("/profile");
});

test.each([
  ["Allow", "?code=one-time&state=s%2F1"],
  ["Deny", "?error=access_denied&state=s%2F1"],
])("%s returns to the application", async (answer, search) => {
  const { user, gone } = open(asks(), "dana");
  await user.click(await screen.findByRole("button", { name: answer }, loadTimeout));
  await waitFor(() => expect(gone).toHaveBeenCalledWith(back + search));
});

test.each([
  ["an application that is not known", asks({ client_id: "other" })],
  ["an address that says something twice", `${asks()}&client_id=other`],
])("%s is shown as an error without a redirect", async (_, path) => {
  const { gone } = open(path, "dana");
  await screen.findByRole("alert", {}, loadTimeout);
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
  expect(gone).not.toHaveBeenCalled();
});

test("a visitor logs in and returns with the whole request", async () => {
  const { user, location } = open(asks());
  await user.type(
    await screen.findByLabelText("Email", {}, loadTimeout),
    "marcus@wickhamrowe.example",
  );
  await user.type(screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Log in" }));
  await screen.findByRole("button", { name: "Allow" }, loadTimeout);
  expect(location.path).toBe(asks());
});

test("switching accounts returns to the page", async () => {
  const { user, location } = open(asks(), "dana");
  await user.click(await screen.findByRole("button", { name: "Not you?" }, loadTimeout));
  await user.type(
    await screen.findByLabelText("Email", {}, loadTimeout),
    "marcus@wickhamrowe.example",
  );
  await user.type(screen.getByLabelText("Password"), password);
  await user.click(screen.getByRole("button", { name: "Log in" }));
  await screen.findByText("marcus@wickhamrowe.example", {}, loadTimeout);
  expect(location.path).toBe(asks());
});
