import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { screen, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test, vi } from "vitest";
import { createError } from "../../testing/fake-api/errors";
import { loadTimeout, openSite } from "../../testing/open-web-chat-site";

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

const signing = async () =>
  within(await screen.findByRole("region", { name: "Signed-in visitors" }, loadTimeout));

test("an administrator creates the signing secret, which is shown once, and sees how to sign", async () => {
  const { user, site } = openSite("?community=harbor");
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
  const { user, site, db } = openSite("?community=harbor", {
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
  const first = openSite("?community=alder");
  const panel = await signing();
  panel.getByText("Save the settings first. You can then connect your website's sign-in.");
  expect(panel.queryByRole("button")).toBeNull();
  first.unmount();
  openSite("?community=harbor", { as: "marcus" });
  const read = await signing();
  read.getByText(/^No signing secret yet\./);
  expect(read.queryByRole("button")).toBeNull();
});
