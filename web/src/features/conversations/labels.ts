// Copy of conversations.

export const labels = {
  noMessagesYet: "No messages yet",
  optedOut: "Opted out",
  youreAllCaughtUp: "You're all caught up",
  conversationsNeedTeamAppearHere: "Conversations that need your team appear here.",
  noBotConversations: "No bot conversations",
  conversationsBotHandlingAppearHere: "Conversations the bot is handling appear here.",
  noSnoozedConversations: "No snoozed conversations",
  snoozedConversationsReturnTimeChoose:
    "Snoozed conversations return at the time you choose or with the next message.",
  noResolvedConversations: "No resolved conversations",
  resolvedConversationsAppearHere:
    "Resolved conversations appear here. A new message reopens them.",
  noMatchingMessages: "No matching messages",
  noMessagesMatch: (words: string) =>
    `No messages match “${words}”. Try the start of a word, such as “park” for “parking”.`,
  showAllConversations: "Show all conversations",
  noConversations: "No conversations",
  noConversationMatchesTheseFilters: "No conversation matches these filters.",
  noTextsYet: "No texts yet",
  textsCommunitysNumberAppearHere: "Texts to a community's number appear here.",
  textAsAResident: "Text as a resident",
  searchMessages: "Search messages",
  assignee: "Assignee",
  anyAssignee: "Any assignee",
  mine: (count: string) => `Mine (${count})`,
  conversations: "Conversations",
  couldntLoadConversations: "Couldn't load conversations",
  loadingConversations: "Loading conversations",
  nextPrevious: "next, previous",
  reply: "reply",
  resolve: "resolve",
  all: "all",
} as const;
