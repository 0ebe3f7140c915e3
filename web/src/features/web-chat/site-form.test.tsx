import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { fieldError } from "../../testing/fake-api/errors";
import { loadTimeout, openSite, save, title } from "../../testing/open-web-chat-site";

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("the contract's rules are shown at the fields", async () => {
  const { user, site } = openSite("?community=harbor");
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
  const { user, db } = openSite("?community=harbor");
  await title();
  const words = "Choose a lighter or a darker color.";
  db.failingMethods.set("UpdateWebChatSite", fieldError("color", words));
  await user.clear(screen.getByLabelText("Color"));
  await user.type(screen.getByLabelText("Color"), "#777777");
  await user.click(save());
  await screen.findByText(words, {}, loadTimeout);
});

test("the preview shows unsaved settings", async () => {
  const { user } = openSite("?community=harbor");
  await user.clear(await title());
  await user.type(await title(), "Ask us");
  const picture = screen.getByRole("img", { name: "Chat preview" });
  await waitFor(() => expect(picture.shadowRoot?.textContent).toContain("Ask us"), loadTimeout);
  expect(screen.queryByRole("radio", { name: "After hours" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Office hours only" }));
  await user.click(await screen.findByRole("radio", { name: "After hours" }, loadTimeout));
});

test("unsaved settings survive a reload", async () => {
  const first = openSite("?community=harbor");
  await first.user.clear(await title());
  await first.user.type(await title(), "Ask us");
  await screen.findByText(/draft kept on this computer/, {}, loadTimeout);
  first.unmount();
  const { user } = openSite("?community=harbor");
  await waitFor(async () => expect((await title()).value).toBe("Ask us"), loadTimeout);
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  await waitFor(
    async () => expect((await title()).value).toBe("Chat with Harbor Row"),
    loadTimeout,
  );
});

/** A colleague changes the greeting. */
function changeGreeting({ site }: ReturnType<typeof openSite>) {
  Object.assign(site() ?? {}, { greeting: "Hello!", version: 3 });
}

test("of two people who change settings, the later one decides what is kept", async () => {
  const app = openSite("?community=harbor");
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
  const app = openSite("?community=harbor");
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
  const first = openSite("?community=harbor");
  await first.user.clear(await title());
  await first.user.type(await title(), "Ask us");
  first.unmount();
  const second = openSite("?community=harbor", {
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
