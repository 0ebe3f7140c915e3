import { create } from "@bufbuild/protobuf";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startSession } from "../../api/session-token";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { EmailThreadState } from "../../gen/parlor/v1/email_thread_pb";
import { HomeownerAccountSchema } from "../../gen/parlor/v1/homeowner_service_pb";
import { tokenFor } from "../../testing/fake-api/lookup";
import { openApp } from "../../testing/open-app";
import { callsOf } from "../../testing/visit";
import { FrameSkeleton } from "./frame-skeleton";
import { resetLoadingSearch } from "./search-while-loading";

const wait = { timeout: 60_000 };

/** Gives the list a size, because only visible results are rendered. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(560);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(4000);
});

afterEach(resetLoadingSearch);

/** Opens the palette on the profile screen. */
async function openPalette(as: string, prepare?: Parameters<typeof openApp>[0]["prepare"]) {
  const app = openApp({ path: "/profile", as, ...(prepare ? { prepare } : {}) });
  await screen.findByRole("heading", { name: "Profile" }, wait);
  await app.user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("menu", { name: "Results" }, wait);
  return app;
}

const field = () => screen.findByRole("searchbox", { name: "Find anything" }, wait);

const result = (name: RegExp) => screen.findByRole("menuitem", { name }, wait);

/**
 * Enters words at once. Results of a part of the words would leave the list when those of all words
 * are searched, maybe while the test clicks them. The library that types would take the selection of
 * a result for leaving the field.
 */
async function search(words: string) {
  fireEvent.change(await field(), { target: { value: words } });
}

test("a found user opens in Users", async () => {
  const { user, location } = await openPalette("dana");
  await search("marcus");
  await user.click(await result(/^Marcus Bell/));
  await waitFor(() => expect(location.path).toBe("/admin?section=users&open=marcus"));
  await screen.findByRole("dialog", { name: "Marcus Bell" }, wait);
});

test("a homeowner is found from anywhere and opens among the accounts", async () => {
  const account = create(HomeownerAccountSchema, {
    ...{ id: "a1", communityId: "quarry", number: "4011", name: "Priya Raman", unit: "12C" },
  });
  const { user, location } = await openPalette("dana", ({ db }) =>
    db.homeownerAccounts.push(account),
  );
  await search("raman");
  await user.click(await result(/^Priya Raman, 12C Quarry Hill Tower/));
  await waitFor(() => expect(location.path).toBe("/turbo?community=quarry&accounts=4011"));
  const sheet = within(await screen.findByRole("dialog", { name: "Homeowner accounts" }, wait));
  expect(await sheet.findByText(/Priya Raman/, {}, wait)).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(location.path).toBe("/turbo?community=quarry"));
});

test("one call finds homeowners in all communities", async () => {
  const account = create(HomeownerAccountSchema, {
    ...{ id: "a1", communityId: "far", number: "4011", name: "Priya Raman", unit: "12C" },
  });
  await openPalette("dana", ({ db }) => {
    const [first] = db.communities;
    if (!first) throw new Error("The fake API has communities");
    for (let at = 0; at < 120; at++)
      db.communities.push({ ...first, id: at === 119 ? "far" : `near-${at}`, label: `Zone ${at}` });
    db.homeownerAccounts.push(account);
  });
  await search("raman");
  await result(/^Priya Raman, 12C Zone 119/);
});

test("homeowners remain while a refined search loads", async () => {
  const [priya, ravi] = ["Priya Raman", "Ravi Raman"].map((name, at) =>
    create(HomeownerAccountSchema, {
      id: `a${at}`,
      communityId: "quarry",
      number: `401${at}`,
      name,
    }),
  );
  const { fakeApi } = await openPalette("dana", ({ db }) => {
    if (priya && ravi) db.homeownerAccounts.push(priya, ravi);
  });
  await search("raman");
  await result(/^Ravi Raman/);
  fakeApi.db.heldMethods.set("SearchHomeownerAccounts", new Promise(() => {}));
  await search("raman pri");
  await waitFor(() => expect(screen.queryByRole("menuitem", { name: /^Ravi Raman/ })).toBeNull());
  // Longer than the delay after the last key.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(screen.getByRole("menuitem", { name: /^Priya Raman/ })).toBeTruthy();
});

test("conversations and emails are found in the inbox, in every state", async () => {
  const { user, location } = await openPalette("dana", ({ db }) => {
    for (const account of db.accounts)
      account.entitlements.options.push(DashboardOption.OMNICHANNEL);
    const [thread] = db.emailThreads;
    if (thread) thread.state = EmailThreadState.RESOLVED;
  });
  await search("joan");
  await user.click(await result(/^Joan Marsh/));
  await waitFor(() => expect(location.path).toBe("/omnichannel?state=resolved&email=thread-1"));
});

test("a conversation is found by words that its row lacks", async () => {
  await openPalette("ines", ({ db }) => {
    const [conversation] = db.conversations;
    const message = conversation && db.messages.get(conversation.id)?.[0];
    if (!conversation || !message) throw new Error("The fake API has conversations");
    Object.assign(conversation.resident ?? {}, { name: "Greg Sandoval" });
    message.body = "the fence at pool 7 fell over";
    conversation.preview = "Thanks.";
  });
  await search("fence");
  await result(/^Greg Sandoval/);
});

test("the first result is selected after each change, and Enter opens it", async () => {
  const account = create(HomeownerAccountSchema, {
    ...{ id: "a1", communityId: "quarry", number: "4011", name: "Omar Audit", unit: "12C" },
  });
  const { user, location } = await openPalette("dana", ({ db }) =>
    db.homeownerAccounts.push(account),
  );
  await search("marcus");
  const isSelected = async (name: RegExp) => {
    const found = await result(name);
    await waitFor(() => expect(found.isConnected && found.dataset.focused).toBe("true"));
  };
  await isSelected(/^Marcus Bell/);
  await search("omar");
  await isSelected(/^Omar Audit/);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(location.path).toBe("/turbo?community=quarry&accounts=4011"), wait);
});

test("a company before Turbo finds communities, homeowners and answers in the knowledge base", async () => {
  const account = create(HomeownerAccountSchema, {
    ...{ id: "a1", communityId: "quarry", number: "4011", name: "Priya Raman", unit: "12C" },
  });
  const { user, location } = await openPalette("olive", ({ db }) => {
    db.homeownerAccounts.push(account);
    for (const community of db.communities) community.company = ["older"];
  });
  await search("harbor");
  await user.click(await result(/^Harbor Row/));
  await waitFor(() => expect(location.path).toBe("/answers?community=harbor"));
  await user.keyboard("{Control>}k{/Control}");
  await search("each home has one");
  const [first] = await screen.findAllByRole("menuitem", { name: /parking permit/ }, wait);
  if (first) await user.click(first);
  await waitFor(() => expect(location.path).toMatch(/^\/answers\?community=\w+&answer=/));
  await user.keyboard("{Control>}k{/Control}");
  await search("raman");
  await user.click(await result(/^Priya Raman, 12C Quarry Hill Tower/));
  await waitFor(() => expect(location.path).toBe("/answers?community=quarry&accounts=4011"));
  await screen.findByRole("dialog", { name: "Homeowner accounts" }, wait);
});

test("an answer is found by words that its question lacks", async () => {
  const { user, location } = await openPalette("marcus");
  await search("each home has one");
  const [first] = await screen.findAllByRole("menuitem", { name: /parking permit/ }, wait);
  if (first) await user.click(first);
  await waitFor(() => expect(location.path).toMatch(/^\/turbo\?community=\w+&answer=/));
});

test("one call finds answers in all communities", async () => {
  const { fakeApi } = await openPalette("dana", ({ db }) => {
    const [first] = db.communities;
    const [answer] = db.answers;
    if (!first || !answer) throw new Error("The fake API has communities and answers");
    for (let at = 0; at < 60; at++)
      db.communities.push({ ...first, id: `near-${at}`, label: `Zone ${at}` });
    const question = "Where is the zeppelin?";
    db.answers.push({ ...answer, id: "zeppelin", communityId: "near-59", question });
  });
  fakeApi.db.calls.length = 0;
  await search("zeppelin");
  await result(/^Where is the zeppelin\? Zone 59/);
  const names = callsOf(fakeApi);
  expect(names.filter((name) => name === "SearchAnswers")).toHaveLength(1);
  expect(names).not.toContain("ListAnswers");
});

test("sections of the administration and actions are found", async () => {
  const { user, location } = await openPalette("dana");
  await search("audit");
  await user.click(await result(/^Audit trail/));
  await waitFor(() => expect(location.path).toBe("/admin?section=audit"));
  await user.keyboard("{Control>}k{/Control}");
  await search("shortcuts");
  await user.click(await result(/^Show keyboard shortcuts/));
  await screen.findByRole("dialog", { name: "Shortcuts" }, wait);
});

test("a manager finds neither users nor the administration", async () => {
  await openPalette("marcus");
  await search("dana");
  await screen.findByText("No matches.", {}, wait);
});

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
