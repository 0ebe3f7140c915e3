// Copy of lists of conversations.

export const listLabels = {
  loading: "Loading conversations",
  loadFailed: "Couldn't load conversations",
  noMessages: "No messages yet",
} as const;
