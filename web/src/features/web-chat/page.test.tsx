import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test, vi } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { createError, fieldError } from "../../testing/fake-api/errors";
import { allow, callsOf, visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };

type Options = NonNullable<Parameters<typeof visit>[1]>;

/** Opens the screen in a company with the option. */
function open(query = "", { prepare, ...options }: Options = {}) {
  const app = visit(`/webChat${query}`, {
    ...options,
    prepare: (api) => {
      allow(DashboardOption.WEBCHAT)(api);
      prepare?.(api);
    },
  });
  const site = (id = "harbor") => app.db.webChatSites.find((one) => one.communityId === id);
  return { ...app, site };
}

const list = async () =>
  within(await screen.findByRole("region", { name: "Communities" }, loadTimeout));
const detail = async (name = "Web chat for Harbor Row") =>
  within(await screen.findByRole("article", { name }, loadTimeout));
const title = () => screen.findByLabelText<HTMLInputElement>("Title", {}, loadTimeout);
const save = () => screen.getByRole("button", { name: "Save settings" });

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("communities are listed with the state of their chat, and found by name", async () => {
  const { user, location } = open();
  const rows = await list();
  await rows.findByRole("link", { name: /Harbor Row\s*On/ }, loadTimeout);
  rows.getByRole("link", { name: /Quarry Hill Tower\s*Off/ });
  rows.getByRole("link", { name: /The Alder\s*Not set up/ });
  await user.type(rows.getByLabelText("Find a community"), "quarry");
  await waitFor(() => expect(rows.getAllByRole("link")).toHaveLength(1), loadTimeout);
  expect(location.path).toContain("find=quarry");
  await user.clear(rows.getByLabelText("Find a community"));
  await user.type(rows.getByLabelText("Find a community"), "zeppelin");
  await rows.findByText("No community matches “zeppelin”.", {}, loadTimeout);
  await user.click(rows.getByRole("button", { name: "Clear search" }));
  await rows.findByRole("link", { name: /Harbor Row/ }, loadTimeout);
});

test("an administrator sets up a chat, and gets the code for the website", async () => {
  const { user, site } = open("?community=alder");
  const shown = await detail("Web chat for The Alder");
  await shown.findByText("Save the settings to get the code for the website.", {}, loadTimeout);
  expect(shown.queryByRole("link", { name: /Try it/ })).toBeNull();
  await user.click(shown.getByRole("switch", { name: "Show the chat" }));
  await user.clear(await title());
  await user.type(await title(), "Ask The Alder");
  await user.click(shown.getByRole("radio", { name: "Lower left corner" }));
  await user.click(shown.getByRole("radio", { name: "Office hours only" }));
  await user.type(shown.getByLabelText("Allowed sites"), "www.alder.example/home{Enter}");
  await user.click(save());
  await screen.findByText("Web chat for The Alder saved.", {}, loadTimeout);
  expect(site("alder")).toMatchObject({
    isEnabled: true,
    title: "Ask The Alder",
    isOnLeft: true,
    isOfficeHoursOnly: true,
    allowedOrigins: ["https://www.alder.example"],
    version: 1,
  });
  const code = await shown.findByLabelText<HTMLTextAreaElement>(
    "Code for the website",
    {},
    loadTimeout,
  );
  expect(code.value).toContain(site("alder")?.key);
  const tryIt = shown.getByRole("link", { name: /Try it/ });
  expect(tryIt.getAttribute("href")).toBe(`/chat/${site("alder")?.key}`);
  const rows = await list();
  rows.getByRole("link", { name: /The Alder\s*On/ });
});

test("the contract's rules are shown at the fields", async () => {
  const { user, site } = open("?community=harbor");
  await user.clear(await title());
  const color = screen.getByLabelText("Color");
  await user.clear(color);
  await user.type(color, "green");
  await user.type(
    screen.getByLabelText("Allowed sites", { selector: "input" }),
    "ftp://a.example{Enter}",
  );
  await user.click(save());
  await screen.findByText("This field is required.", {}, loadTimeout);
  screen.getByText("This isn't in the right format.");
  screen.getByText(/“ftp:\/\/a\.example”: This isn't in the right format\./);
  expect(site()?.version).toBe(2);
});

test("a color that the server refuses is shown at its field", async () => {
  const { user, db } = open("?community=harbor");
  await title();
  const words = "Choose a lighter or a darker color.";
  db.failingMethods.set("UpdateWebChatSite", fieldError("color", words));
  await user.clear(screen.getByLabelText("Color"));
  await user.type(screen.getByLabelText("Color"), "#777777");
  await user.click(save());
  await screen.findByText(words, {}, loadTimeout);
});

test("the preview shows unsaved settings", async () => {
  const { user } = open("?community=harbor");
  await user.clear(await title());
  await user.type(await title(), "Ask us");
  const picture = screen.getByRole("img", { name: "Chat preview" });
  await waitFor(() => expect(picture.shadowRoot?.textContent).toContain("Ask us"), loadTimeout);
  expect(screen.queryByRole("radio", { name: "After hours" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Office hours only" }));
  await user.click(await screen.findByRole("radio", { name: "After hours" }, loadTimeout));
});

test("unsaved settings survive a reload", async () => {
  const first = open("?community=harbor");
  await first.user.clear(await title());
  await first.user.type(await title(), "Ask us");
  await screen.findByText(/draft kept on this computer/, {}, loadTimeout);
  first.unmount();
  const { user } = open("?community=harbor");
  await waitFor(async () => expect((await title()).value).toBe("Ask us"), loadTimeout);
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  await waitFor(
    async () => expect((await title()).value).toBe("Chat with Harbor Row"),
    loadTimeout,
  );
});

/** A colleague changes the greeting. */
function changeGreeting({ site }: ReturnType<typeof open>) {
  Object.assign(site() ?? {}, { greeting: "Hello!", version: 3 });
}

test("of two people who change settings, the later one decides what is kept", async () => {
  const app = open("?community=harbor");
  await app.user.clear(await title());
  await app.user.type(await title(), "Ask us");
  changeGreeting(app);
  await app.user.click(save());
  const conflict = within(await screen.findByRole("alert", {}, loadTimeout));
  conflict.getByText("Someone else changed these settings.");
  await app.user.click(await conflict.findByRole("button", { name: "Save mine" }));
  await screen.findByText("Web chat for Harbor Row saved.", {}, loadTimeout);
  expect(app.site()).toMatchObject({ title: "Ask us", greeting: "Hello!", version: 4 });
});

test("the settings of a colleague can be loaded instead", async () => {
  const app = open("?community=harbor");
  await app.user.clear(await title());
  await app.user.type(await title(), "Ask us");
  changeGreeting(app);
  await app.user.click(save());
  await waitFor(
    () => expect(screen.getByLabelText<HTMLTextAreaElement>("Greeting").value).toBe("Hello!"),
    loadTimeout,
  );
  await app.user.click(screen.getByRole("button", { name: "Load theirs" }));
  await waitFor(
    async () => expect((await title()).value).toBe("Chat with Harbor Row"),
    loadTimeout,
  );
  expect(screen.queryByText("Someone else changed these settings.")).toBeNull();
  expect(app.site()?.version).toBe(3);
});

test("a draft of older settings doesn't silently undo a colleague's change", async () => {
  const first = open("?community=harbor");
  await first.user.clear(await title());
  await first.user.type(await title(), "Ask us");
  first.unmount();
  const second = open("?community=harbor", {
    prepare: ({ db }) => {
      const site = db.webChatSites.find(({ communityId }) => communityId === "harbor");
      Object.assign(site ?? {}, { greeting: "Hello!", version: 3 });
    },
  });
  await screen.findByText("Someone else changed these settings.", {}, loadTimeout);
  await second.user.click(screen.getByRole("button", { name: "Load theirs" }));
  await waitFor(
    () => expect(screen.getByLabelText<HTMLTextAreaElement>("Greeting").value).toBe("Hello!"),
    loadTimeout,
  );
});

test("the code for the website is copied, and its key replaced after a question", async () => {
  const { user, site } = open("?community=harbor");
  const shown = await detail();
  const code = await shown.findByLabelText<HTMLTextAreaElement>(
    "Code for the website",
    {},
    loadTimeout,
  );
  const before = site()?.key ?? "";
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(shown.getByRole("button", { name: "Copy code" }));
  expect(write).toHaveBeenCalledWith(code.value);
  expect(code.value).toContain(before);
  await user.click(shown.getByRole("button", { name: "Replace key…" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Replace the key for Harbor Row?" }, loadTimeout),
  );
  await user.click(dialog.getByRole("button", { name: "Replace key" }));
  await screen.findByText("Key replaced. Add the new code to your website.", {}, loadTimeout);
  expect(site()?.key).not.toBe(before);
  await waitFor(() => expect(code.value).toContain(site()?.key), loadTimeout);
});

test("other users read the settings", async () => {
  open("?community=harbor", { as: "marcus" });
  const shown = await detail();
  await shown.findByText("Only administrators can change these settings.", {}, loadTimeout);
  shown.getByText("https://www.harbor-row.example");
  shown.getByLabelText("Code for the website");
  expect(shown.queryByRole("button", { name: "Save settings" })).toBeNull();
  expect(shown.queryByRole("button", { name: /Replace key/ })).toBeNull();
});

const signing = async () =>
  within(await screen.findByRole("region", { name: "Signed-in visitors" }, loadTimeout));

test("an administrator creates the signing secret, which is shown once, and sees how to sign", async () => {
  const { user, site } = open("?community=harbor");
  const panel = await signing();
  panel.getByText(/^No signing secret yet\./);
  expect(panel.queryByRole("button", { name: "Remove secret…" })).toBeNull();
  await user.click(panel.getByRole("button", { name: "Create secret…" }));
  const asked = within(
    await screen.findByRole(
      "dialog",
      { name: "Create a signing secret for Harbor Row?" },
      loadTimeout,
    ),
  );
  await user.click(asked.getByRole("button", { name: "Create secret" }));
  const shown = within(
    await screen.findByRole("dialog", { name: "Signing secret for Harbor Row" }, loadTimeout),
  );
  const secret = shown.getByLabelText<HTMLInputElement>("Signing secret").value;
  expect(secret).toContain("signing-secret");
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await user.click(shown.getByRole("button", { name: "Copy" }));
  expect(write).toHaveBeenCalledWith(secret);
  await user.click(shown.getByRole("button", { name: "Done, I saved it" }));
  expect(screen.queryByDisplayValue(secret)).toBeNull();

  panel.getByText(/^The signing secret was created on /);
  const sample = panel.getByLabelText<HTMLTextAreaElement>("On the website's server");
  const key = site()?.key ?? "";
  expect(sample.value).toContain(`\`${key}\\n\${email.toLowerCase()}\\n\${expires}\``);
  for (const [language, call] of [
    ["Python", "hmac.new(secret, text, hashlib.sha256)"],
    ["PHP", 'hash_hmac("sha256", $text, $secret)'],
  ] as const) {
    await user.click(panel.getByRole("radio", { name: language }));
    expect(sample.value).toContain(call);
    expect(sample.value).toContain(key);
    expect(sample.value.split("\n").length).toBeLessThanOrEqual(8);
  }
  expect(panel.getByLabelText<HTMLTextAreaElement>("In the page").value).toContain(
    'data-signature="{signature}"',
  );
});

test("the signing secret is replaced and removed after a question", async () => {
  const { user, site, db } = open("?community=harbor", {
    prepare: ({ db }) => {
      const site = db.webChatSites.find(({ communityId }) => communityId === "harbor");
      Object.assign(site ?? {}, { signingSecretCreatedAt: timestampFromMs(0) });
    },
  });
  const panel = await signing();
  await user.click(await panel.findByRole("button", { name: "Replace secret…" }, loadTimeout));
  const name = "Replace the signing secret for Harbor Row?";
  const dialog = within(await screen.findByRole("dialog", { name }, loadTimeout));
  const failure = createError(Code.Internal, "INTERNAL", "broken");
  db.failingMethods.set("ReplaceWebChatSigningSecret", failure);
  await user.click(dialog.getByRole("button", { name: "Replace secret" }));
  await dialog.findByRole("alert", {}, loadTimeout);
  db.failingMethods.clear();
  await user.click(dialog.getByRole("button", { name: "Replace secret" }));
  await user.click(await screen.findByRole("button", { name: "Done, I saved it" }, loadTimeout));
  expect(timestampMs(site()?.signingSecretCreatedAt ?? timestampFromMs(0))).toBeGreaterThan(0);

  await user.click(panel.getByRole("button", { name: "Remove secret…" }));
  const removal = within(
    await screen.findByRole(
      "dialog",
      { name: "Remove the signing secret for Harbor Row?" },
      loadTimeout,
    ),
  );
  await user.click(removal.getByRole("button", { name: "Remove secret" }));
  await screen.findByText("Signing secret removed.", {}, loadTimeout);
  expect(site()?.signingSecretCreatedAt).toBeUndefined();
  await panel.findByText(/^No signing secret yet\./, {}, loadTimeout);
});

test("the accounts of a website are connected once the chat is set up, by administrators", async () => {
  const first = open("?community=alder");
  const panel = await signing();
  panel.getByText("Save the settings first. You can then connect your website's sign-in.");
  expect(panel.queryByRole("button")).toBeNull();
  first.unmount();
  open("?community=harbor", { as: "marcus" });
  const read = await signing();
  read.getByText(/^No signing secret yet\./);
  expect(read.queryByRole("button")).toBeNull();
});

test("communities that can't be loaded are loaded again", async () => {
  const { user, db } = open("", {
    prepare: ({ db }) => {
      const error = createError(Code.Internal, "INTERNAL", "broken");
      db.failingMethods.set("ListWebChatSites", error);
    },
  });
  await screen.findByText("Couldn't load communities", {}, loadTimeout);
  db.failingMethods.clear();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await (await list()).findByRole("link", { name: /Harbor Row/ }, loadTimeout);
});

test("a community that the user can't see looks like one that doesn't exist", async () => {
  const { db } = open("?community=elsewhere");
  await screen.findByText("Couldn't load the settings", {}, loadTimeout);
  screen.getByText(/It was removed, or you don't have access\./);
  expect(callsOf({ db })).toContain("GetWebChatSite");
});

test("a user without communities learns what to do", async () => {
  open("", { prepare: ({ db }) => void db.webChatSites.splice(0) });
  await screen.findByText("No community yet", {}, loadTimeout);
});
