import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as notices } from "sonner";
import { afterEach, expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { EmailStatus, EmailThreadState } from "../../gen/parlor/v1/email_thread_pb";
import { InboxPriority } from "../../gen/parlor/v1/inbox_priority_pb";
import { MacroSchema, MacroStatus } from "../../gen/parlor/v1/macro_service_pb";
import { WebChatState } from "../../gen/parlor/v1/web_chat_pb";
import { createError } from "../../testing/fake-api/errors";
import {
  detail,
  loadTimeout,
  openChats,
  openNadia,
  type Prepare,
} from "../../testing/open-inbox-chat";
import { callsOf, visit } from "../../testing/visit";
import { nadiasChat } from "../../testing/web-chats";

const joansText = "conversation-2";

const closing = create(MacroSchema, {
  id: "macro-1",
  name: "Close it",
  steps: {
    assignsToSelf: true,
    reply: "Hello {{first_name}}, done.",
    status: MacroStatus.RESOLVED,
  },
});

function open(query: string, prepare?: Prepare) {
  return visit(`/omnichannel${query}`, {
    prepare: (fakeApi) => {
      for (const { user, entitlements } of fakeApi.db.accounts)
        if (user.id === "dana") entitlements.options.push(DashboardOption.OMNICHANNEL);
      fakeApi.db.macros.push(closing);
      prepare?.(fakeApi);
    },
  });
}

const macros = () => screen.findByRole("button", { name: "Macros" }, loadTimeout);
const entry = (name: RegExp) => screen.findByRole("menuitem", { name }, loadTimeout);

afterEach(() => {
  // Toasts outlive the page, as in a browser.
  notices.dismiss();
});

test("a macro assigns, replies and resolves an email, and undo reverts all steps", async () => {
  const { user, db } = open("?email=thread-1");
  await user.click(await macros());
  await user.click(await entry(/Close it/));
  const thread = () => db.emailThreads.find(({ id }) => id === "thread-1");
  await waitFor(() => expect(thread()?.state).toBe(EmailThreadState.RESOLVED), loadTimeout);
  expect(thread()?.assigneeId).toBe("dana");
  const reply = () => db.emailMessages.find(({ text }) => text === "Hello Joan, done.");
  expect(reply()?.status).toBe(EmailStatus.SCHEDULED);
  await screen.findByText("Ran “Close it”.", {}, loadTimeout);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(thread()?.assigneeId).toBe(""), loadTimeout);
  expect(thread()?.state).toBe(EmailThreadState.OPEN);
  expect(reply()).toBeUndefined();
});

test("a macro sets a priority, and undo restores the previous one", async () => {
  const { user, db } = open("?email=thread-1", ({ db }) => {
    const steps = { priority: InboxPriority.URGENT };
    db.macros.push(create(MacroSchema, { id: "macro-2", name: "Hurry", steps }));
    for (const thread of db.emailThreads) thread.priority = InboxPriority.LOW;
  });
  await user.click(await macros());
  await user.click(await entry(/Hurry/));
  const thread = () => db.emailThreads.find(({ id }) => id === "thread-1");
  await waitFor(() => expect(thread()?.priority).toBe(InboxPriority.URGENT), loadTimeout);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(thread()?.priority).toBe(InboxPriority.LOW), loadTimeout);
});

test("a macro replies to a text and resolves it", async () => {
  const { user, db } = open(`?text=${joansText}`);
  await user.click(await macros());
  await user.click(await entry(/Close it/));
  const text = () => db.conversations.find(({ id }) => id === joansText);
  await waitFor(() => expect(text()?.state).toBe(ConversationState.RESOLVED), loadTimeout);
  expect(db.messages.get(joansText)?.at(-1)?.body).toMatch(/^Hello \w+, done\.$/);
});

test("a macro whose last step fails reverts the previous steps", async () => {
  const { user, db } = open("?email=thread-1", ({ db }) => {
    const error = createError(Code.Unavailable, "UNAVAILABLE", "down");
    db.failingMethods.set("ChangeEmailThreadState", error);
  });
  await user.click(await macros());
  await user.click(await entry(/Close it/));
  await waitFor(() => expect(callsOf({ db })).toContain("DiscardEmailDraft"), loadTimeout);
  await waitFor(
    () => expect(db.emailThreads.find(({ id }) => id === "thread-1")?.assigneeId).toBe(""),
    loadTimeout,
  );
  expect(db.emailMessages.some(({ text }) => /done/.test(text))).toBe(false);
  expect(callsOf({ db }).filter((call) => call === "AssignEmailThread")).toHaveLength(2);
});

test("a failed load of macros is not shown as an empty list, and is retried", async () => {
  const { user, db } = open("?email=thread-1", ({ db }) => {
    db.failingMethods.set("ListMacros", createError(Code.Unavailable, "UNAVAILABLE", "down"));
  });
  await user.click(await macros());
  await user.click(await entry(/Manage macros/));
  const again = await screen.findByRole("button", { name: "Try again" }, loadTimeout);
  expect(screen.queryByText(/No macros yet/)).toBeNull();
  db.failingMethods.clear();
  await user.click(again);
  await screen.findByText("Assigns to you, replies, and resolves", {}, loadTimeout);
});

test("macros are created, changed and deleted, and a deletion can be undone", async () => {
  const { user, db } = open("?email=thread-1");
  await user.click(await macros());
  await user.click(await entry(/Manage macros/));
  await user.click(await screen.findByRole("button", { name: "New macro" }, loadTimeout));
  await user.type(await screen.findByLabelText(/^Name/, {}, loadTimeout), "Later");
  await user.type(screen.getByLabelText(/^Reply/, { selector: "textarea" }), "Give us a day.");
  await user.selectOptions(screen.getByLabelText(/^Priority/), "High");
  await user.selectOptions(screen.getByLabelText(/^Status/), "Snooze");
  await user.clear(screen.getByLabelText(/^Hours to snooze/));
  await user.type(screen.getByLabelText(/^Hours to snooze/), "48");
  await user.click(screen.getByRole("button", { name: "Save macro" }));
  await user.click(await screen.findByRole("button", { name: "Delete Later" }, loadTimeout));
  await waitFor(() => expect(db.macros).toHaveLength(1), loadTimeout);
  await user.click(await screen.findByRole("button", { name: /^Undo/ }, loadTimeout));
  await waitFor(() => expect(db.macros.at(-1)?.steps?.reply).toBe("Give us a day."), loadTimeout);
  const list = await screen.findByRole("list", { name: "Macros" }, loadTimeout);
  expect(within(list).getByText("Sets the priority, replies, and snoozes for 48 hr")).toBeTruthy();
  expect(within(list).getByText("Assigns to you, replies, and resolves")).toBeTruthy();
});

test("a macro replies in a chat and resolves it, without data of an account", async () => {
  const { user, db, stored } = openChats(openNadia, {
    prepare: ({ db }) => {
      db.macros.push(
        create(MacroSchema, {
          id: "macro-1",
          name: "Close it",
          steps: {
            assignsToSelf: true,
            reply: "Hello {{first_name}}, done.",
            status: MacroStatus.RESOLVED,
          },
        }),
        create(MacroSchema, {
          id: "macro-2",
          name: "Name the unit",
          steps: { reply: "Is it {{unit}}?" },
        }),
      );
    },
  });
  const chat = await detail();
  await user.click(await chat.findByRole("button", { name: "Macros" }, loadTimeout));
  await user.click(await screen.findByRole("menuitem", { name: /Name the unit/ }, loadTimeout));
  await screen.findByText("Couldn't run “Name the unit”.", {}, loadTimeout);
  await user.click(await chat.findByRole("button", { name: "Macros" }, loadTimeout));
  await user.click(await screen.findByRole("menuitem", { name: /Close it/ }, loadTimeout));
  await waitFor(() => expect(stored()?.state).toBe(WebChatState.RESOLVED), loadTimeout);
  expect(db.webChatMessages.get(nadiasChat)?.at(-1)?.body).toBe("Hello Nadia, done.");
});

test("a macro that assigns to a colleague doesn't reply or change the state here", async () => {
  const prepare: Prepare = ({ db }) => {
    const toColleague = (id: string, name: string, steps: object) =>
      create(MacroSchema, { id, name, steps: { assigneeId: "priya", ...steps } });
    db.macros.push(
      toColleague("macro-1", "Pass on and reply", { reply: "Priya will help." }),
      toColleague("macro-2", "Pass on and snooze", {
        status: MacroStatus.SNOOZED,
        snoozeHours: 4,
      }),
      toColleague("macro-3", "Pass on", {}),
    );
  };
  const entry = async (name: RegExp) => {
    const found = await screen.findByRole("menuitem", { name }, loadTimeout);
    return {
      isDisabled: found.getAttribute("aria-disabled") === "true",
      hasReason: within(found).queryByText("Not for web chats") !== null,
    };
  };
  const refused = { isDisabled: true, hasReason: true };
  const allowed = { isDisabled: false, hasReason: false };
  for (const [as, snoozing] of [
    ["dana", allowed],
    ["marcus", refused],
  ] as const) {
    const { user, unmount } = openChats(openNadia, { as, prepare });
    const chat = await detail();
    await user.click(await chat.findByRole("button", { name: "Macros" }, loadTimeout));
    expect(await entry(/^Pass on and reply/)).toEqual(refused);
    expect(await entry(/^Pass on and snooze/), as).toEqual(snoozing);
    expect(await entry(/^Pass on$/)).toEqual(allowed);
    unmount();
  }
});
