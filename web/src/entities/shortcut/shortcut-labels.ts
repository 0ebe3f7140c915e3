/**
 * The keyboard shortcuts of each screen. `useShortcuts` takes its keys from here, so the list of
 * shortcuts is complete. Keys with the same text are shown as one entry.
 */
export const shortcuts = {
  escalations: { j: "Next, previous question", k: "Next, previous question", e: "Edit the answer" },
  inbox: {
    j: "Next, previous conversation",
    k: "Next, previous conversation",
    "/": "Find in conversations",
  },
  conversations: {
    j: "Next, previous conversation",
    k: "Next, previous conversation",
    "/": "Find in messages",
  },
  conversation: { t: "Take over", b: "Hand back to the bot", e: "Resolve" },
  composer: { r: "Write a reply", n: "Write a note" },
  email: { c: "Write an email", "/": "Find an email" },
  emailList: { j: "Next, previous email", k: "Next, previous email" },
  emailThread: { e: "Resolve, or move to inbox" },
  emailReply: { r: "Write a reply" },
  webChatSites: {
    j: "Next, previous community",
    k: "Next, previous community",
    "/": "Find a community",
  },
  webChats: { j: "Next, previous chat", k: "Next, previous chat" },
  pendingRequests: {
    j: "Next, previous request",
    k: "Next, previous request",
    x: "Select a pending request",
    a: "Approve, request information, decline",
    i: "Approve, request information, decline",
    d: "Approve, request information, decline",
  },
  board: {
    j: "Next, previous request",
    k: "Next, previous request",
    m: "Move the card on the board",
  },
  catalog: { j: "Next, previous intent", k: "Next, previous intent", "/": "Find an intent" },
  answers: {
    j: "Next, previous answer",
    k: "Next, previous answer",
    e: "Edit the selected answer",
    n: "Add an answer",
    "/": "Find an answer",
  },
} as const satisfies Record<string, Record<string, string>>;

/** A part of the app with its own shortcuts. */
export type ShortcutGroup = keyof typeof shortcuts;

export type ShortcutKey<G extends ShortcutGroup> = Extract<keyof (typeof shortcuts)[G], string>;
