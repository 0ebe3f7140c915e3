import { create } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { EmailThreadState } from "../../gen/parlor/v1/email_thread_pb";
import { HomeownerAccountSchema } from "../../gen/parlor/v1/homeowner_service_pb";
import { openPalette, result, search, sizeResults, wait } from "../../testing/open-palette";
import { callsOf } from "../../testing/visit";

beforeEach(sizeResults);

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
