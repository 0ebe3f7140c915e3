import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { EmailStatus, EmailThreadState } from "../../gen/parlor/v1/email_thread_pb";
import { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import { createError } from "../../testing/fake-api/errors";
import { callsOf, visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };
const joansText = "conversation-2";

type Prepare = NonNullable<Parameters<typeof visit>[1]>["prepare"];

/** Opens the inbox in a company with the option. Joan Marsh texts and writes emails. */
function open(query = "", prepare?: Prepare) {
  const app = visit(`/omnichannel${query}`, {
    prepare: (fakeApi) => {
      const { accounts, conversations, emailThreads } = fakeApi.db;
      for (const { user, entitlements } of accounts)
        if (user.id === "dana") entitlements.options.push(DashboardOption.OMNICHANNEL);
      const text = conversations.find(({ id }) => id === joansText);
      const thread = emailThreads[0];
      if (text?.resident && thread) {
        Object.assign(text.resident, {
          name: "Joan Marsh",
          unit: "88",
          email: thread.participantAddress,
        });
        thread.communityId = text.communityId;
        for (const mailbox of fakeApi.db.mailboxes) mailbox.communityId = text.communityId;
      }
      prepare?.(fakeApi);
    },
  });
  const text = () => app.db.conversations.find(({ id }) => id === joansText);
  return { ...app, text };
}

const list = () => screen.findByRole("region", { name: "Conversations" }, loadTimeout);
const text = () =>
  screen.findByRole("article", { name: "Conversation with Joan Marsh" }, loadTimeout);
const email = () => screen.findByRole("article", { name: "Email from Joan Marsh" }, loadTimeout);
const card = () => screen.findByRole("complementary", { name: "About Joan Marsh" }, loadTimeout);

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("one list has texts and emails, and filters them by channel, state and assignee", async () => {
  const { user, location } = open("", ({ db }) => {
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
  const { user, location } = open("", ({ db }) => {
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
  open(`?tests=${tests}`, ({ db }) => {
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
  const { user, db } = open(`?text=${joansText}`);
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
  const { user, db } = open();
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
  const { user, db } = open(`?text=${joansText}`, ({ db }) => {
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

test("a canned reply is found after a slash, filled in and sent", async () => {
  const { user } = open(`?text=${joansText}`);
  await text();
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Your reply", {}, loadTimeout);
  await user.type(field, "Good day. /re");
  const found = await screen.findByRole("listbox", { name: "Canned replies" }, loadTimeout);
  expect(within(found).getAllByRole("option")).toHaveLength(2);
  expect(field.getAttribute("aria-activedescendant")).toBe(
    within(found).getAllByRole("option")[0]?.id,
  );
  await user.keyboard("{ArrowDown}{Enter}");
  expect(field.value).toBe("Good day. Hi Joan, the association pays. Is it in unit 88?");
  expect(screen.queryByRole("listbox")).toBeNull();
  await user.clear(field);
  await user.click(screen.getByRole("button", { name: /^Canned replies \// }));
  expect(field.value).toBe("/");
  await user.click(await screen.findByRole("option", { name: /We received it/ }));
  expect(field.value).toContain("Hi Joan, we are looking into it");
  expect(field.value).toContain("- Dana Okafor");
  await user.clear(field);
  await user.type(field, "/zzz");
  await screen.findByText("No canned reply matches.");
  await user.keyboard("{Escape}");
  expect(screen.queryByText("No canned reply matches.")).toBeNull();
});

test("a canned reply with a blank shows what to fill in", async () => {
  const { user } = open(`?text=${joansText}`, ({ db }) => {
    const one = db.conversations.find(({ id }) => id === joansText);
    if (one?.resident) one.resident.unit = "";
    const [thread] = db.emailThreads;
    if (thread) thread.unit = "";
  });
  await text();
  await user.type(await screen.findByLabelText("Your reply", {}, loadTimeout), "/repair{Enter}");
  await screen.findByText("Replace [unit] before you send this.");
});

test("canned replies are created, changed and deleted", async () => {
  const { user, db } = open();
  await user.click(await screen.findByRole("button", { name: "Canned replies" }, loadTimeout));
  await user.click(await screen.findByRole("button", { name: "New canned reply" }, loadTimeout));
  await user.type(await screen.findByLabelText(/^Title/), "Gate code");
  await user.type(screen.getByLabelText(/^Shortcut, without/), "received");
  await user.type(screen.getByLabelText(/^Text/), "It is 4711.");
  await user.click(screen.getByRole("button", { name: "Save reply" }));
  await screen.findByText(/This shortcut is taken/, {}, loadTimeout);
  await user.clear(screen.getByLabelText(/^Shortcut, without/));
  await user.type(screen.getByLabelText(/^Shortcut, without/), "gate");
  await user.click(screen.getByRole("button", { name: "Save reply" }));
  await user.click(await screen.findByRole("button", { name: "Edit Gate code" }, loadTimeout));
  await user.type(await screen.findByLabelText(/^Text/), " Thanks.");
  await user.click(screen.getByRole("button", { name: "Save reply" }));
  await user.click(await screen.findByRole("button", { name: "Delete Gate code" }, loadTimeout));
  await waitFor(() => expect(db.cannedReplies).toHaveLength(2), loadTimeout);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(
    () => expect(db.cannedReplies.at(-1)?.body).toBe("It is 4711. Thanks."),
    loadTimeout,
  );
});

test("texts are resolved and emails assigned and resolved, and both leave the list", async () => {
  const { user, db, text: stored } = open(`?text=${joansText}`);
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
  const { user } = open("?words=zeppelin");
  await screen.findByText("No matches", {}, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await within(await list()).findByRole("link", { name: /Ruth Amsel/ }, loadTimeout);
});

test("a list that fails to load is loaded again", async () => {
  const { user, db } = open("", ({ db }) => {
    db.failingMethods.set("ListInboxItems", createError(Code.Unavailable, "UNAVAILABLE", "down"));
  });
  await screen.findByText("Couldn't load conversations", {}, loadTimeout);
  db.failingMethods.delete("ListInboxItems");
  await user.click(screen.getByRole("button", { name: /Try again|Retry/ }));
  await within(await list()).findByRole("link", { name: /Ruth Amsel/ }, loadTimeout);
});

test("a priority is set in the menu, shown in the list and listed alone", async () => {
  const { user, db, text: joan } = open(`?text=${joansText}`);
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
