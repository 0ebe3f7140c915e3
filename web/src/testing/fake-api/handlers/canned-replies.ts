// Canned replies in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  CannedReplySchema,
  CannedReplyService,
} from "../../../gen/parlor/v1/canned_reply_service_pb";
import type { Db } from "../db";
import { createError, notFound, requireShown } from "../errors";

export function registerCannedReplyHandlers(router: ConnectRouter, db: Db): void {
  const stored = (id: string) => {
    const reply = db.cannedReplies.find((one) => one.id === id);
    if (!reply) throw notFound();
    return reply;
  };
  const requireValid = (title: string, shortcut: string, id = "") => {
    requireShown("title", title, "Write a title.");
    if (db.cannedReplies.some((one) => one.shortcut === shortcut && one.id !== id))
      throw createError(Code.AlreadyExists, "CANNED_REPLY_EXISTS", "Taken.");
  };
  router.service(CannedReplyService, {
    listCannedReplies() {
      return { cannedReplies: db.cannedReplies.map((one) => clone(CannedReplySchema, one)) };
    },
    createCannedReply({ title, shortcut, body }) {
      requireValid(title, shortcut);
      const id = db.id("canned-reply");
      const cannedReply = create(CannedReplySchema, { id, title, shortcut, body });
      db.cannedReplies.push(cannedReply);
      return { cannedReply };
    },
    updateCannedReply({ id, title, shortcut, body }) {
      requireValid(title, shortcut, id);
      const cannedReply = Object.assign(stored(id), { title, shortcut, body });
      return { cannedReply: clone(CannedReplySchema, cannedReply) };
    },
    deleteCannedReply({ id }) {
      db.cannedReplies.splice(db.cannedReplies.indexOf(stored(id)), 1);
      return {};
    },
  });
}
