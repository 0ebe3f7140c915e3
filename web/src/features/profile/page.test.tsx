import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { loadValidator } from "../../forms/rules";
import { createError } from "../../testing/fake-api/errors";
import { password } from "../../testing/fake-api/seed/people";
import { openApp } from "../../testing/open-app";

const loadTimeout = { timeout: 60_000 };

// The validator is large; it is loaded once, before the tests.
beforeAll(async () => {
  await loadValidator();
});

type Prepare = Parameters<typeof openApp>[0]["prepare"];

async function open(prepare?: Prepare, as = "dana") {
  const app = openApp({ path: "/profile", as, ...(prepare ? { prepare } : {}) });
  await screen.findByRole("heading", { name: "Profile" }, loadTimeout);
  const me = app.fakeApi.db.accounts.find(({ user }) => user.id === as)?.user;
  if (!me) throw new Error(`Nobody is called ${as}`);
  return { ...app, me };
}

const part = (name: string) => within(screen.getByRole("region", { name }));

test("name and phone are saved, and the frame shows the name immediately", async () => {
  const { user, me } = await open();
  const you = part("You");
  expect(you.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  await user.clear(you.getByLabelText("First name"));
  await user.type(you.getByLabelText("First name"), "Dee");
  await user.type(you.getByLabelText("Phone"), "(202) 555-0123");
  await user.click(you.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(me.phone).toBe("+12025550123"));
  await screen.findByRole("button", { name: "Dee Okafor, Administrator" });
  expect(you.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
});

test("a missing name and an invalid phone are errors at their fields", async () => {
  const { user } = await open();
  const you = part("You");
  await user.clear(you.getByLabelText("First name"));
  await user.click(you.getByRole("button", { name: "Save" }));
  await you.findByText("This field is required.");
  await user.type(you.getByLabelText("First name"), "Dana");
  await user.type(you.getByLabelText("Phone"), "12");
  await user.click(you.getByRole("button", { name: "Save" }));
  await you.findByText(/Enter a full phone number/);
  expect(document.activeElement).toBe(you.getByLabelText("Phone"));
});

test("vendors are added, sorted with the keyboard and saved in order", async () => {
  const { user, me } = await open(({ db }) => {
    for (const account of db.accounts) account.user.preferredVendors = ["Ace", "Bolt"];
  });
  const vendors = part("Preferred vendors");
  await user.type(vendors.getByLabelText("Add a vendor"), "Cole Roofing{Enter}");
  await user.click(vendors.getByRole("button", { name: "Move Cole Roofing up" }));
  expect(vendors.getByRole("status").textContent).toBe("Cole Roofing is now 2 of 3.");
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await user.click(vendors.getByRole("button", { name: "Remove Bolt" }));
  await user.click(vendors.getByRole("button", { name: "Save vendors" }));
  await waitFor(() => expect(me.preferredVendors).toEqual(["Cole Roofing", "Ace"]));
});

test("a vendor is saved with contact details", async () => {
  const { user, me } = await open(({ db }) => {
    for (const account of db.accounts) account.user.preferredVendors = ["Ace", "Bolt"];
  });
  const vendors = part("Preferred vendors");
  await user.click(vendors.getByRole("button", { name: "Edit Ace" }));
  const dialog = within(await screen.findByRole("dialog", {}, loadTimeout));
  await user.type(dialog.getByLabelText(/^Email/), "ace");
  await user.type(dialog.getByLabelText(/^Phone/), "(202) 555-0123");
  await user.click(dialog.getByRole("button", { name: "Save details" }));
  expect(await dialog.findByText(/email address/)).toBeTruthy();
  await user.type(dialog.getByLabelText(/^Email/), "@roofing.example");
  await user.click(dialog.getByRole("button", { name: "Save details" }));
  const phone = await vendors.findByRole("link", { name: "(202) 555-0123" });
  expect(phone.getAttribute("href")).toBe("tel:+12025550123");
  expect(phone.parentElement?.textContent).toBe("ace@roofing.example · (202) 555-0123");
  await user.click(vendors.getByRole("button", { name: "Edit Ace" }));
  const again = within(await screen.findByRole("dialog", {}, loadTimeout));
  expect(again.getByLabelText<HTMLInputElement>(/^Phone/).value).toBe("(202) 555-0123");
  expect(me.vendorContacts).toMatchObject([
    { name: "Ace", email: "ace@roofing.example", phone: "+12025550123" },
  ]);
});

test("vendors are removed with the keyboard, and saving none saves an empty list", async () => {
  const { user, me } = await open(({ db }) => {
    for (const account of db.accounts) account.user.preferredVendors = ["Ace", "Bolt", "Cole"];
  });
  const vendors = part("Preferred vendors");
  const button = (name: string) => vendors.getByRole("button", { name });
  button("Remove Bolt").focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(button("Remove Cole"));
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(button("Remove Ace"));
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(button("Add"));
  expect(vendors.getByRole("status").textContent).toBe("Ace removed.");
  await user.click(vendors.getByRole("button", { name: "Save vendors" }));
  await waitFor(() => expect(me.preferredVendors).toEqual([]));
});

test("communities are selected and sorted", async () => {
  const { user, me } = await open();
  const communities = part("Communities");
  await user.click(await communities.findByRole("button", { name: "Remove Larkspur Commons" }));
  await user.click(communities.getByRole("button", { name: "Move Quarry Hill Tower up" }));
  await user.click(communities.getByRole("button", { name: "Save communities" }));
  await waitFor(() =>
    expect(me.textCommunitiesMapping.map(({ value }) => value).slice(0, 2)).toEqual([
      "quarry",
      "harbor",
    ]),
  );
  expect(communities.getByRole("option", { name: "Larkspur Commons" })).toBeTruthy();
  for (const remove of communities.getAllByRole("button", { name: /^Remove / }))
    await user.click(remove);
  expect(document.activeElement).toBe(communities.getByLabelText("Add a community"));
});

test("all communities are offered, however many there are", async () => {
  await open(({ db }) => {
    const [first] = db.communities;
    if (!first) throw new Error("There are no communities");
    for (let at = 0; at < 250; at += 1)
      db.communities.push({ ...first, id: `many-${at}`, label: `Many ${at}`, tag: `Many_${at}` });
  });
  const communities = part("Communities");
  expect(await communities.findByRole("option", { name: "Many 249" }, loadTimeout)).toBeTruthy();
});

test("the password is changed, and the other sessions end", async () => {
  const { user } = await open();
  const form = part("Password");
  const sessions = part("Sessions");
  await sessions.findByText("Safari on an iPhone");
  await user.type(form.getByLabelText("Current password"), "not this one");
  await user.type(form.getByLabelText("New password"), "lantern cobalt otter");
  expect(form.getByText("Strong.")).toBeTruthy();
  await user.click(form.getByRole("button", { name: "Change password" }));
  await form.findByText("That is not your password.");
  await user.clear(form.getByLabelText("Current password"));
  await user.type(form.getByLabelText("Current password"), password);
  await user.click(form.getByRole("button", { name: "Change password" }));
  await waitFor(() => expect(sessions.queryByText("Safari on an iPhone")).toBeNull());
  expect(form.getByLabelText("New password")).toHaveProperty("value", "");
});

test("other sessions can be ended, but not the current one", async () => {
  const { user } = await open();
  const sessions = part("Sessions");
  const end = await sessions.findByRole("button", {
    name: /^End session: Safari on an iPhone/,
  });
  expect(sessions.getAllByRole("button", { name: /^End session/ })).toHaveLength(2);
  await user.click(end);
  await waitFor(() => expect(sessions.queryByText("Safari on an iPhone")).toBeNull());
  await user.click(sessions.getByRole("button", { name: "Log out everywhere else" }));
  await waitFor(() => expect(sessions.getAllByRole("listitem")).toHaveLength(1));
  expect(sessions.getByText("This session")).toBeTruthy();
});

test("the list of sessions is extended page by page", async () => {
  const { user } = await open(({ db }) => {
    const last = db.sessions.at(-1);
    for (let index = 0; last && index < 57; index++) {
      db.sessions.push({ ...last, id: `older-${index}` });
    }
  });
  const sessions = part("Sessions");
  const more = await sessions.findByRole("button", { name: "Show more sessions" });
  expect(sessions.getAllByRole("listitem")).toHaveLength(50);
  await user.click(more);
  await waitFor(() => expect(sessions.getAllByRole("listitem")).toHaveLength(60));
  expect(sessions.queryByRole("button", { name: "Show more sessions" })).toBeNull();
});

test("the access of an application can be removed", async () => {
  const { user } = await open();
  const applications = part("Connected apps");
  await user.click(
    await applications.findByRole("button", { name: "Remove access for Ledger Sync" }),
  );
  await applications.findByText(/No connected apps/);
});

test("a section that fails to load does not affect the others", async () => {
  const { fakeApi, user } = await open(({ db }) =>
    db.failingMethods.set("ListSessions", createError(Code.Internal, "INTERNAL", "Broken.")),
  );
  const sessions = part("Sessions");
  await sessions.findByRole("alert");
  expect(sessions.getByText(/7f3a-91c2-0be4/)).toBeTruthy();
  await part("Connected apps").findByText("Ledger Sync");
  fakeApi.db.failingMethods.clear();
  await user.click(sessions.getByRole("button", { name: "Try again" }));
  await sessions.findByText("This session");
});

test("leaving with unsaved changes asks first", async () => {
  const { user, location } = await open();
  await user.type(part("You").getByLabelText("Last name"), "son");
  await user.click(screen.getByRole("link", { name: "Turbo" }));
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(location.path).toBe("/profile");
  await user.click(screen.getByRole("link", { name: "Turbo" }));
  await user.click(await screen.findByRole("button", { name: "Leave without saving" }));
  await waitFor(() => expect(location.path).toBe("/turbo"));
});

test("an invalid picture is refused, and a removed one can be restored", async () => {
  const png = "data:image/png;base64,iVBORw0KGgo=";
  const { user, me } = await open(({ db }) => {
    for (const account of db.accounts) account.user.headerImageUrl = png;
  });
  const you = part("You");
  const drop = you.getByLabelText(/Change picture/);
  await user.upload(drop, new File(["no picture"], "p.png", { type: "image/png" }));
  await you.findByText(/Couldn.t open this picture/);
  await user.click(you.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(me.headerImageUrl).toBe(""));
  await waitFor(() => expect(you.queryByRole("img")).toBeNull());
});

test("the restricted view includes the profile", async () => {
  await open(undefined, "rae");
  await part("Sessions").findByText("This session");
  expect(part("You").getByLabelText("First name")).toHaveProperty("value", "Rae");
});
