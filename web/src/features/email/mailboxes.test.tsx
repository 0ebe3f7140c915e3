import { screen, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { loadTimeout, openEmail } from "../../testing/open-email";
import { callsOf } from "../../testing/visit";

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("staff write to a mailbox as a homeowner", async () => {
  const { user, db } = openEmail();
  const menus = await screen.findAllByRole(
    "button",
    { name: "Actions for Harbor Row office" },
    loadTimeout,
  );
  await user.click(menus[0] as HTMLElement);
  await user.click(
    await screen.findByRole("menuitem", { name: "Write as a homeowner" }, loadTimeout),
  );
  await user.type(await screen.findByLabelText(/Homeowner's name/, {}, loadTimeout), "Lou Barker");
  await user.type(screen.getByLabelText(/Homeowner's email address/), "lou@mail.example");
  await user.type(screen.getByLabelText(/Subject/), "Gate list");
  await user.type(screen.getByLabelText(/^Text/), "Can you add Priya?");
  await user.click(screen.getByRole("button", { name: "Deliver email" }));
  await screen.findByRole("article", { name: "Email from Lou Barker" }, loadTimeout);
  expect(db.emailThreads).toHaveLength(3);
  expect(callsOf({ db })).toContain("DeliverTestEmail");
});

test("a mailbox on a mail server is added once its password is accepted", async () => {
  const { user, db } = openEmail();
  await user.click(await screen.findByRole("button", { name: "Add" }, loadTimeout));
  const dialog = within(await screen.findByRole("dialog", { name: "Add mailbox" }, loadTimeout));
  await user.type(await dialog.findByLabelText(/^Email address/), "desk@harbor.example");
  await user.type(dialog.getByLabelText(/^Sender name/), "Front desk");
  await user.type(dialog.getByLabelText(/^IMAP server/), "imap.harbor.example");
  await user.type(dialog.getByLabelText(/^Username/), "desk");
  await user.type(dialog.getByLabelText(/^Password/), "guess");
  await user.selectOptions(dialog.getByLabelText(/^Community/), "Harbor Row");
  await user.click(dialog.getByRole("button", { name: "Add mailbox" }));
  await dialog.findByText(/didn't accept the user name and password/);
  await user.clear(dialog.getByLabelText(/^Password/));
  await user.type(dialog.getByLabelText(/^Password/), "sesame");
  await user.click(dialog.getByRole("button", { name: "Add mailbox" }));
  await screen.findByText("Emails arrive within a minute.");
  expect(db.mailboxes.at(-1)?.imap).toMatchObject({ username: "desk", folders: ["INBOX"] });
});

test("a mailbox in Parlor needs no mail server", async () => {
  const { user } = openEmail();
  await user.click(await screen.findByRole("button", { name: "Add" }, loadTimeout));
  const dialog = within(await screen.findByRole("dialog", { name: "Add mailbox" }, loadTimeout));
  await user.click(await dialog.findByRole("radio", { name: /^In Parlor/ }));
  expect(dialog.queryByLabelText(/^IMAP server/)).toBeNull();
});

test("a mailbox says why its emails can't be received, and an email why it wasn't sent", async () => {
  openEmail("?folder=inbox&id=thread-1", ({ db }) => {
    const [first] = db.mailboxes;
    if (first) first.problem = "There is no mail server at imap.harbor.example on port 993.";
  });
  await screen.findByText(/There is no mail server at imap\.harbor\.example/, {}, loadTimeout);
});
