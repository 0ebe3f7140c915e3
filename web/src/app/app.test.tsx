import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { endSession, readToken } from "../api/session-token";
import { password } from "../testing/fake-api/seed/people";
import { openApp } from "../testing/open-app";

const loadTimeout = { timeout: 60_000 };

async function logIn(user: ReturnType<typeof openApp>["user"], email: string, given = password) {
  await user.type(await screen.findByLabelText("Email", {}, loadTimeout), email);
  await user.type(screen.getByLabelText("Password"), given);
  await user.click(screen.getByRole("button", { name: "Log in" }));
}

test("a visitor logs in and returns to the requested page", async () => {
  const { user, location } = openApp({ path: "/escalations?tab=reviewed" });
  await logIn(user, "dana@wickhamrowe.example");
  await screen.findByRole("heading", { name: "Escalations" }, loadTimeout);
  expect(location.path).toBe("/escalations?tab=reviewed");
  await waitFor(() => expect(document.title).toBe("Escalations · Parlor"));
});

test("a wrong password shows a neutral error and keeps the email", async () => {
  const { user, location } = openApp({ path: "/login" });
  await logIn(user, "dana@wickhamrowe.example", "wrong");
  expect((await screen.findByRole("alert")).textContent).toContain("address or password");
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("dana@wickhamrowe.example");
  expect(location.path).toBe("/login");
});

test("too many attempts show how long to wait", async () => {
  const { user } = openApp({
    path: "/login",
    prepare: ({ db }) => db.failures.set("dana@wickhamrowe.example", 10),
  });
  await logIn(user, "dana@wickhamrowe.example");
  const button = await screen.findByRole("button", { name: /Try again in 1 min/ });
  expect(button).toHaveProperty("disabled", true);
});

test("a session that the server does not know ends with a warning", async () => {
  openApp({ path: "/escalations", as: "nobody" });
  await screen.findByText("Please login again", {}, loadTimeout);
  expect(screen.getByText(/You'll return to Escalations/)).toBeTruthy();
  expect(readToken()).toBeNull();
});

test("logging out leads to the login without a warning or a return path", async () => {
  const { user, location } = openApp({ path: "/profile", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "Log out" }, loadTimeout));
  await screen.findByLabelText("Email", {}, loadTimeout);
  expect(location.path).toBe("/login");
  expect(screen.queryByText("Please login again")).toBeNull();
  await logIn(user, "dana@wickhamrowe.example");
  await waitFor(() => expect(location.path).toBe("/turbo"), loadTimeout);
});

test("logging out in another tab ends the session in this one", async () => {
  const { location } = openApp({ path: "/profile", as: "dana" });
  await screen.findByRole("heading", { name: "Profile" }, loadTimeout);
  localStorage.removeItem("parlor.token");
  window.dispatchEvent(new StorageEvent("storage", { key: "parlor.token" }));
  await waitFor(() => expect(location.path).toBe("/login"));
});

test("a logged-in user does not see the login", async () => {
  const { location } = openApp({ path: "/login", as: "marcus" });
  await waitFor(() => expect(location.path).toBe("/turbo"), loadTimeout);
});

test.each([
  ["olive", "/", "/answers"],
  ["dana", "/", "/turbo"],
  ["rae", "/", "/textBlast"],
])("%s comes home from %s to %s", async (as, path, home) => {
  const { location } = openApp({ path, as });
  await waitFor(() => expect(location.path).toBe(home), loadTimeout);
});

test.each([
  ["dana", "/nowhere"],
  ["marcus", "/admin"],
  ["rae", "/escalations"],
  ["olive", "/turbo"],
])("for %s there is no %s", async (as, path) => {
  openApp({ path, as });
  await screen.findByRole("heading", { name: "404" }, loadTimeout);
  expect(screen.getByText("Oops! Page not found.")).toBeTruthy();
  expect(screen.getByText("We can't seem to find the page you're looking for.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Go Home" })).toBeTruthy();
});

test("a remembered path that the user may not open leads home", async () => {
  const { user, location } = openApp({ path: "/escalations" });
  await logIn(user, "rae@wickhamrowe.example");
  await waitFor(() => expect(location.path).toBe("/textBlast"), loadTimeout);
});

test("a company without an id is not an error", async () => {
  openApp({
    path: "/profile",
    as: "dana",
    prepare: ({ db }) => {
      const dana = db.accounts.find(({ user }) => user.id === "dana");
      if (dana) dana.user.companyId = "";
    },
  });
  await screen.findByRole("heading", { name: "Profile" }, loadTimeout);
});

test("a session that ends elsewhere leads to the login", async () => {
  const { location } = openApp({ path: "/profile", as: "dana" });
  await screen.findByRole("heading", { name: "Profile" }, loadTimeout);
  endSession("lost");
  await screen.findByText("Please login again", {}, loadTimeout);
  expect(location.path).toBe("/login");
});
