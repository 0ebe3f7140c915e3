// Finds mailboxes and emails in the fake database.

import type { Db } from "./db";
import { notFound } from "./errors";

export function createEmailLookup(db: Db) {
  const find = <Item extends { id: string }>(items: readonly Item[], id: string): Item => {
    const found = items.find((one) => one.id === id);
    if (!found) throw notFound();
    return found;
  };
  return {
    mailbox(id: string) {
      return find(db.mailboxes, id);
    },
    thread(id: string) {
      return find(db.emailThreads, id);
    },
    message(id: string) {
      return find(db.emailMessages, id);
    },
  };
}
