import { create } from "@bufbuild/protobuf";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSession } from "../../api/session-token";
import { HomeownerAccountSchema } from "../../gen/parlor/v1/homeowner_service_pb";
import { tokenFor } from "../../testing/fake-api/lookup";
import { openApp } from "../../testing/open-app";
import { field, openPalette, result, sizeResults, wait } from "../../testing/open-palette";
import { FrameSkeleton } from "./frame-skeleton";
import { resetLoadingSearch } from "./search-while-loading";

beforeEach(sizeResults);

afterEach(resetLoadingSearch);

test("the search opens while the page loads and keeps the typed text", async () => {
  startSession(tokenFor("dana"));
  const loading = render(<FrameSkeleton />);
  const user = userEvent.setup();
  fireEvent.keyDown(document, { key: "k", metaKey: true });
  expect(document.activeElement).toBe(screen.getByRole("searchbox", { name: "Find anything" }));
  await user.keyboard("marc");
  loading.unmount();

  const { user: signedIn, location } = openApp({ path: "/profile", as: "dana" });
  await screen.findByRole("menu", { name: "Results" }, wait);
  expect((await field()).getAttribute("value")).toBe("marc");
  await signedIn.type(await field(), "us");
  await signedIn.click(await result(/^Marcus Bell/));
  await waitFor(() => expect(location.path).toContain("section=users"));
});

test("Enter while the page loads opens the first result", async () => {
  startSession(tokenFor("dana"));
  const loading = render(<FrameSkeleton />);
  const user = userEvent.setup();
  fireEvent.keyDown(document, { key: "k", ctrlKey: true });
  await user.keyboard("marcus{Enter}");
  loading.unmount();
  const { location } = openApp({ path: "/profile", as: "dana" });
  await waitFor(() => expect(location.path).toContain("section=users"), wait);
  expect(screen.queryByRole("dialog", { name: "Search" })).toBeNull();
});

test("the first result of words typed while the page loads is selected", async () => {
  startSession(tokenFor("dana"));
  const loading = render(<FrameSkeleton />);
  const user = userEvent.setup();
  fireEvent.keyDown(document, { key: "k", ctrlKey: true });
  await user.keyboard("audit");
  loading.unmount();
  openApp({ path: "/profile", as: "dana" });
  await result(/^Audit trail/);
  await waitFor(() => {
    const first = screen.getByRole("menuitem", { name: /^Audit trail/ });
    expect(first.hasAttribute("data-focused")).toBe(true);
  });
});

test("Enter before anything is found opens the first result once it is found", async () => {
  const account = create(HomeownerAccountSchema, {
    ...{ id: "a1", communityId: "quarry", number: "4011", name: "Wanda Zuniga", unit: "12C" },
  });
  const { location } = await openPalette("dana", ({ db }) => db.homeownerAccounts.push(account));
  const input = await field();
  // In one task, so that the search starts only after Enter.
  fireEvent.change(input, { target: { value: "zuniga " } });
  fireEvent.keyDown(input, { key: "Enter" });
  await waitFor(() => expect(location.path).toBe("/turbo?community=quarry&accounts=4011"), wait);
});

test("Escape closes the search while the page loads", async () => {
  startSession(tokenFor("dana"));
  render(<FrameSkeleton />);
  fireEvent.keyDown(document, { key: "k", ctrlKey: true });
  fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Escape" });
  expect(screen.queryByRole("dialog", { name: "Search" })).toBeNull();
});
