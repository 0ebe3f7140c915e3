/** Key of all queries of the inbox. Its contract is not needed where only the key is. */
export const inboxKey = ["connect-query", { serviceName: "parlor.v1.InboxService" }] as const;
