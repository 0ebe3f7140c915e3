import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { endSession, readToken } from "../rpc/session";
import { openApp } from "../testing/app";
import { password } from "../testing/people";

const inHouse = { timeout: 60_000 };

async function logIn(user: ReturnType<typeof openApp>["user"], email: string, given = password) {
  await user.type(await screen.findByLabelText("E-mail", {}, inHouse), email);
  await user.type(screen.getByLabelText("Password"), given);
  await user.click(screen.getByRole("button", { name: "Log in" }));
}

test("a visitor logs in and returns to what they asked for", async () => {
  const { user, place } = openApp({ path: "/escalations?tab=reviewed" });
  await logIn(user, "dana@wickhamrowe.example");
  await screen.findByRole("heading", { name: "Escalations" }, inHouse);
  expect(place.path).toBe("/escalations?tab=reviewed");
  await waitFor(() => expect(document.title).toBe("Escalations · Parlor"));
});

test("a wrong password is told neutrally, and the e-mail is kept", async () => {
  const { user, place } = openApp({ path: "/login" });
  await logIn(user, "dana@wickhamrowe.example", "wrong");
  expect((await screen.findByRole("alert")).textContent).toContain("address or the password");
  expect(screen.getByLabelText<HTMLInputElement>("E-mail").value).toBe("dana@wickhamrowe.example");
  expect(place.path).toBe("/login");
});

test("who tried too often sees how long to wait", async () => {
  const { user } = openApp({
    path: "/login",
    prepare: ({ rooms }) => rooms.failures.set("dana@wickhamrowe.example", 10),
  });
  await logIn(user, "dana@wickhamrowe.example");
  const button = await screen.findByRole("button", { name: /Try again in 1 min/ });
  expect(button).toHaveProperty("disabled", true);
});

test("a session that the server does not know ends with a warning", async () => {
  openApp({ path: "/escalations", as: "nobody" });
  await screen.findByText("Please login again", {}, inHouse);
  expect(screen.getByText(/You will return to Escalations/)).toBeTruthy();
  expect(readToken()).toBeNull();
});

test("logging out goes to the login, without a warning and without a way back", async () => {
  const { user, place } = openApp({ path: "/profile", as: "dana" });
  await user.click(await screen.findByRole("button", { name: "Log out" }, inHouse));
  await screen.findByLabelText("E-mail", {}, inHouse);
  expect(place.path).toBe("/login");
  expect(screen.queryByText("Please login again")).toBeNull();
  await logIn(user, "dana@wickhamrowe.example");
  await waitFor(() => expect(place.path).toBe("/turbo"), inHouse);
});

test("logging out in another tab ends it here", async () => {
  const { place } = openApp({ path: "/profile", as: "dana" });
  await screen.findByRole("heading", { name: "Profile" }, inHouse);
  localStorage.removeItem("parlor.token");
  window.dispatchEvent(new StorageEvent("storage", { key: "parlor.token" }));
  await waitFor(() => expect(place.path).toBe("/login"));
});

test("who is signed in does not see the login", async () => {
  const { place } = openApp({ path: "/login", as: "marcus" });
  await waitFor(() => expect(place.path).toBe("/turbo"), inHouse);
});

test.each([
  ["olive", "/", "/answers"],
  ["dana", "/", "/turbo"],
  ["rae", "/", "/profile"],
])("%s comes home from %s to %s", async (as, path, home) => {
  const { place } = openApp({ path, as });
  await waitFor(() => expect(place.path).toBe(home), inHouse);
});

test.each([
  ["dana", "/nowhere"],
  ["marcus", "/admin"],
  ["rae", "/escalations"],
  ["olive", "/turbo"],
])("for %s there is no %s", async (as, path) => {
  openApp({ path, as });
  await screen.findByRole("heading", { name: "404" }, inHouse);
  expect(screen.getByText("Oops! Page not found.")).toBeTruthy();
  expect(screen.getByText("We can't seem to find the page you're looking for.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Go Home" })).toBeTruthy();
});

test("a remembered path that is not for this person leads home", async () => {
  const { user, place } = openApp({ path: "/escalations" });
  await logIn(user, "rae@wickhamrowe.example");
  await waitFor(() => expect(place.path).toBe("/profile"), inHouse);
});

test("a company without an id is no failure", async () => {
  openApp({
    path: "/profile",
    as: "dana",
    prepare: ({ rooms }) => {
      const dana = rooms.accounts.find(({ user }) => user.id === "dana");
      if (dana) dana.user.companyId = "";
    },
  });
  await screen.findByRole("heading", { name: "Profile" }, inHouse);
});

test("the session's end elsewhere leads to the login", async () => {
  const { place } = openApp({ path: "/profile", as: "dana" });
  await screen.findByRole("heading", { name: "Profile" }, inHouse);
  endSession("lost");
  await screen.findByText("Please login again", {}, inHouse);
  expect(place.path).toBe("/login");
});
