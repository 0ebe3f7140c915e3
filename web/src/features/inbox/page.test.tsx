import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { EmailStatus, EmailThreadState } from "../../gen/parlor/v1/email_thread_pb";
import { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import { createError } from "../../testing/fake-api/errors";
import {
  card,
  email,
  joansText,
  list,
  loadTimeout,
  openInbox,
  text,
} from "../../testing/open-inbox";
import { callsOf } from "../../testing/visit";

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("one list has texts and emails, and filters them by channel, state and assignee", async () => {
  const { user, location } = openInbox("", ({ db }) => {
    const [first] = db.conversations;
    if (first) Object.assign(first, { state: ConversationState.RESOLVED });
    for (const one of db.conversations.slice(1, 2))
      Object.assign(one, { assignedToId: "dana", assignedTo: "Dana Okafor" });
  });
  const region = within(await list());
  await region.findByRole("link", { name: /Ruth Amsel/ }, loadTimeout);
  expect(region.getAllByRole("link", { name: /Joan Marsh/ })).toHaveLength(2);
  expect(region.queryByRole("link", { name: /Theo Lindqvist/ })).toBeNull();
  await user.click(region.getByRole("radio", { name: /^Email/ }));
  await waitFor(
    () => expect(region.getAllByRole("link", { name: /Joan Marsh/ })).toHaveLength(1),
    loadTimeout,
  );
  await user.click(region.getByRole("radio", { name: /^All/ }));
  await user.selectOptions(region.getByLabelText("Assignee"), "Mine (1)");
  await waitFor(() => expect(region.getAllByRole("link")).toHaveLength(1), loadTimeout);
  await user.selectOptions(region.getByLabelText("Assignee"), "Any assignee");
  await user.click(screen.getByRole("radio", { name: "Resolved" }));
  await region.findByRole("link", { name: /Theo Lindqvist/ }, loadTimeout);
  expect(location.path).toContain("state=resolved");
});

test("test conversations are listed only on request, with their mark", async () => {
  const { user, location } = openInbox("", ({ db }) => {
    const [first] = db.conversations;
    if (first) first.isTest = true;
  });
  const region = within(await list());
  await region.findByRole("link", { name: /Ruth Amsel/ }, loadTimeout);
  expect(region.queryByRole("link", { name: /Theo Lindqvist/ })).toBeNull();
  const filter = region.getByRole<HTMLSelectElement>("combobox", { name: "Test traffic" });
  const optionNames = [...filter.options].map(({ text }) => text);
  expect(optionNames).toEqual(["Hide tests", "Include tests", "Tests only"]);
  expect(filter.selectedOptions[0]?.text).toBe("Hide tests");
  await user.selectOptions(filter, "Tests only");
  const row = await region.findByRole("link", { name: /Theo Lindqvist/ }, loadTimeout);
  within(row).getByText("Test");
  expect(location.path).toContain("tests=only");
});

test.each([
  { tests: "show", selected: "Include tests", listed: 1 },
  { tests: "hide", selected: "Hide tests", listed: 0 },
])("a link with tests=$tests selects $selected", async ({ tests, selected, listed }) => {
  openInbox(`?tests=${tests}`, ({ db }) => {
    const [first] = db.conversations;
    if (first) first.isTest = true;
  });
  const region = within(await list());
  await region.findByRole("link", { name: /Ruth Amsel/ }, loadTimeout);
  expect(region.queryAllByRole("link", { name: /Theo Lindqvist/ })).toHaveLength(listed);
  const filter = region.getByRole<HTMLSelectElement>("combobox", { name: "Test traffic" });
  expect(filter.selectedOptions[0]?.text).toBe(selected);
});

test("an opened text shows the other channel of its person and is answered there", async () => {
  const { user, db } = openInbox(`?text=${joansText}`);
  await text();
  const person = within(await card());
  await person.findByText("joan.marsh@mail.example", {}, loadTimeout);
  person.getByRole("link", { name: "Dock slip transfer" });
  await user.type(await screen.findByLabelText("Your reply", {}, loadTimeout), "On its way.");
  await user.click(screen.getByRole("button", { name: "Send text" }));
  await screen.findByText("Texting Joan Marsh, 88.", {}, loadTimeout);
  expect(db.messages.get(joansText)?.at(-1)?.body).toBe("On its way.");

  await user.click(screen.getByRole("radio", { name: "Email" }));
  await screen.findByText("in “Dock slip transfer”", {}, loadTimeout);
  await user.type(
    screen.getByLabelText("Your email", { selector: "textarea" }),
    "The form is attached.",
  );
  await user.click(screen.getByRole("button", { name: "Send email" }));
  await screen.findByText("Email to Joan Marsh.", {}, loadTimeout);
  const sent = db.emailMessages.find((one) => one.text === "The form is attached.");
  expect([sent?.threadId, sent?.status]).toEqual(["thread-1", EmailStatus.SCHEDULED]);
});

test("an opened email is marked as read, and answered by email or by text", async () => {
  const { user, db } = openInbox();
  const region = within(await list());
  await user.click(await region.findByRole("link", { name: /Dock slip transfer/ }, loadTimeout));
  await email();
  await waitFor(() => expect(db.emailThreads[0]?.isUnread).toBe(false), loadTimeout);
  await user.click(await screen.findByRole("button", { name: "Reply" }, loadTimeout));
  await user.type(screen.getByLabelText("Your email", { selector: "textarea" }), "Thank you.");
  await user.click(screen.getByRole("button", { name: "Send email" }));
  await screen.findByText("Email to Joan Marsh.", {}, loadTimeout);
  await card();
  await waitFor(
    () => expect(screen.getByRole("radio", { name: "Text" }).hasAttribute("disabled")).toBe(false),
    loadTimeout,
  );
  await user.click(screen.getByRole("radio", { name: "Text" }));
  await user.type(await screen.findByLabelText("Your reply", {}, loadTimeout), "See your email.");
  await user.click(screen.getByRole("button", { name: "Send text" }));
  await screen.findByText("Texting Joan Marsh, 88.", {}, loadTimeout);
  expect(db.messages.get(joansText)?.at(-1)?.body).toBe("See your email.");
});

test("a person who only texted gets a first email, and one without an address none", async () => {
  const { user, db } = openInbox(`?text=${joansText}`, ({ db }) => {
    db.emailThreads.splice(0, 1);
  });
  await text();
  await within(await card()).findByText("joan.marsh@mail.example", {}, loadTimeout);
  await user.click(screen.getByRole("radio", { name: "Email" }));
  await user.type(await screen.findByLabelText("Subject", {}, loadTimeout), "Your dock slip");
  await user.type(screen.getByLabelText("Your email", { selector: "textarea" }), "It is yours.");
  await user.click(screen.getByRole("button", { name: "Send email" }));
  await screen.findByText("Email to Joan Marsh.", {}, loadTimeout);
  const sent = db.emailMessages.find((one) => one.subject === "Your dock slip");
  expect(sent?.to).toEqual(["joan.marsh@mail.example"]);
  await user.click(within(await list()).getByRole("link", { name: /Theo Lindqvist/ }));
  await screen.findByRole("complementary", { name: "About Theo Lindqvist" }, loadTimeout);
  expect(screen.getByRole("radio", { name: "Email" }).hasAttribute("disabled")).toBe(true);
});

test("texts are resolved and emails assigned and resolved, and both leave the list", async () => {
  const { user, db, text: stored } = openInbox(`?text=${joansText}`);
  await text();
  await user.click(await screen.findByRole("button", { name: "Resolve" }, loadTimeout));
  await waitFor(() => expect(stored()?.state).toBe(ConversationState.RESOLVED), loadTimeout);
  const region = within(await list());
  await waitFor(
    () => expect(region.getAllByRole("link", { name: /Joan Marsh/ })).toHaveLength(1),
    loadTimeout,
  );
  await user.click(region.getByRole("link", { name: /Joan Marsh/ }));
  await email();
  await user.click(screen.getByRole("button", { name: "Assign" }));
  await user.click(await screen.findByRole("menuitem", { name: /Dana Okafor/ }, loadTimeout));
  await waitFor(() => expect(db.emailThreads[0]?.assigneeId).toBe("dana"), loadTimeout);
  await user.click(screen.getByRole("button", { name: "Resolve" }));
  await waitFor(
    () => expect(db.emailThreads[0]?.state).toBe(EmailThreadState.RESOLVED),
    loadTimeout,
  );
  expect(callsOf({ db })).toContain("AssignEmailThread");
});

test("an empty list and a failure say what to do", async () => {
  const { user } = openInbox("?words=zeppelin");
  await screen.findByText("No matches", {}, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await within(await list()).findByRole("link", { name: /Ruth Amsel/ }, loadTimeout);
});

test("a list that fails to load is loaded again, and no conversation is asked for", async () => {
  const { user, db } = openInbox("", ({ db }) => {
    db.failingMethods.set("ListInboxItems", createError(Code.Unavailable, "UNAVAILABLE", "down"));
  });
  await screen.findByText("Couldn't load conversations", {}, loadTimeout);
  const detail = await screen.findByRole("article", { name: "Omnichannel" }, loadTimeout);
  expect(detail.textContent).toBe("");
  db.failingMethods.delete("ListInboxItems");
  await user.click(screen.getByRole("button", { name: /Try again|Retry/ }));
  await within(await list()).findByRole("link", { name: /Ruth Amsel/ }, loadTimeout);
});

test("a priority is set in the menu, shown in the list and listed alone", async () => {
  const { user, db, text: joan } = openInbox(`?text=${joansText}`);
  const detail = within(await text());
  await user.click(detail.getByRole("button", { name: "More actions" }));
  await user.click(
    await screen.findByRole("menuitem", { name: "Set priority: urgent" }, loadTimeout),
  );
  await waitFor(() => expect(joan()?.priority).toBe(InboxPriority.URGENT), loadTimeout);
  const region = within(await list());
  await region.findByRole("link", { name: /Joan Marsh.*Urgent/ }, loadTimeout);
  await user.selectOptions(region.getByLabelText("Sort"), "High priority only");
  await waitFor(() => expect(region.getAllByRole("link")).toHaveLength(1), loadTimeout);
  await user.click(detail.getByRole("button", { name: "More actions" }));
  await user.click(
    await screen.findByRole("menuitem", { name: "Set priority: normal" }, loadTimeout),
  );
  await region.findByText("No high-priority conversations", {}, loadTimeout);
  const [thread] = db.emailThreads;
  if (thread) thread.priority = InboxPriority.HIGH;
  await user.click(region.getByRole("button", { name: "Clear filters" }));
  await region.findByRole("link", { name: /High priority/ }, loadTimeout);
});
