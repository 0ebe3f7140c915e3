/** Key of all queries of the inbox. Avoids loading the contract where only the key is needed. */
export const inboxKey = ["connect-query", { serviceName: "parlor.v1.InboxService" }] as const;
