// Web chats and their settings in the fake API.

import { clone } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  type WebChat,
  WebChatMessageSchema,
  WebChatSchema,
} from "../../../gen/parlor/v1/web_chat_pb";
import { WebChatService } from "../../../gen/parlor/v1/web_chat_service_pb";
import { type WebChatSite, WebChatSiteSchema } from "../../../gen/parlor/v1/web_chat_site_pb";
import { WebChatSiteService } from "../../../gen/parlor/v1/web_chat_site_service_pb";
import type { Db } from "../db";
import { createError, notFound, requireShown } from "../errors";
import { page } from "../paging";
import { hasTestTraffic } from "../test-traffic";
import { createWebChatHandling } from "./web-chat-handling";

/** Returns the IDs of the chat's escalations by message; of open ones only if `open`. */
function escalationsOf(db: Db, chatId: string, open: boolean): Map<string, string> {
  return new Map(
    db.escalations
      .filter(({ webChatId, reviewed }) => webChatId === chatId && !(open && reviewed))
      .map(({ webChatMessageId, id }) => [webChatMessageId, id]),
  );
}

function toChat(db: Db, chat: WebChat): WebChat {
  const hasOpenQuestion = escalationsOf(db, chat.id, true).size > 0;
  return { ...clone(WebChatSchema, chat), hasOpenQuestion };
}

function findSite(db: Db, communityId: string): WebChatSite {
  const site = db.webChatSites.find((one) => one.communityId === communityId);
  if (!site) throw notFound();
  return site;
}

function registerSiteHandlers(router: ConnectRouter, db: Db): void {
  const changed = (site: WebChatSite) => {
    site.key ||= db.id("key");
    site.version += 1;
    return { site: clone(WebChatSiteSchema, site) };
  };
  router.service(WebChatSiteService, {
    listWebChatSites() {
      return { sites: db.webChatSites.map((site) => clone(WebChatSiteSchema, site)) };
    },
    getWebChatSite({ communityId }) {
      return { site: clone(WebChatSiteSchema, findSite(db, communityId)) };
    },
    updateWebChatSite({ communityId, version, allowedOrigins, ...request }) {
      const site = findSite(db, communityId);
      if (site.version !== version)
        throw createError(Code.Aborted, "WEB_CHAT_SITE_CHANGED", "The settings have changed.");
      if (request.title !== undefined) requireShown("title", request.title, "Write a title.");
      site.isEnabled = request.isEnabled ?? site.isEnabled;
      site.title = request.title ?? site.title;
      site.greeting = request.greeting ?? site.greeting;
      site.color = request.color?.toLowerCase() ?? site.color;
      site.isOnLeft = request.isOnLeft ?? site.isOnLeft;
      site.isOfficeHoursOnly = request.isOfficeHoursOnly ?? site.isOfficeHoursOnly;
      if (allowedOrigins) site.allowedOrigins = [...new Set(allowedOrigins.origins)].sort();
      return changed(site);
    },
    replaceWebChatKey({ communityId }) {
      const site = findSite(db, communityId);
      site.key = "";
      return changed(site);
    },
    replaceWebChatSigningSecret({ communityId }) {
      const site = findSite(db, communityId);
      if (!site.key) changed(site);
      site.signingSecretCreatedAt = timestampFromMs(db.now());
      const signingSecret = db.id("signing-secret");
      return { signingSecret, site: clone(WebChatSiteSchema, site) };
    },
    deleteWebChatSigningSecret({ communityId }) {
      const site = findSite(db, communityId);
      delete site.signingSecretCreatedAt;
      return { site: clone(WebChatSiteSchema, site) };
    },
  });
}

function registerChatHandlers(router: ConnectRouter, db: Db): void {
  const lastAt = ({ lastMessageAt }: WebChat) => (lastMessageAt ? timestampMs(lastMessageAt) : 0);
  router.service(WebChatService, {
    ...createWebChatHandling(db),
    listWebChats({ communityId, openQuestionsOnly, testTraffic }) {
      const chats = db.webChats
        .map((chat) => toChat(db, chat))
        .filter(
          (chat) =>
            (!communityId || chat.communityId === communityId) &&
            (!openQuestionsOnly || chat.hasOpenQuestion) &&
            hasTestTraffic(chat.isTest, testTraffic),
        );
      return { chats: chats.sort((one, other) => lastAt(other) - lastAt(one)) };
    },
    getWebChat({ id, limit, pageToken }) {
      const chat = db.webChats.find((one) => one.id === id);
      if (!chat) throw notFound();
      const escalations = escalationsOf(db, id, false);
      const newestFirst = (db.webChatMessages.get(id) ?? [])
        .map((message) => ({
          ...clone(WebChatMessageSchema, message),
          escalationId: escalations.get(message.id) ?? "",
        }))
        .reverse();
      const { items: messages, nextPageToken } = page(newestFirst, limit, pageToken);
      return { chat: toChat(db, chat), messages, nextPageToken };
    },
    openWebChat({ siteKey }) {
      const site = db.webChatSites.find(({ key, isEnabled }) => isEnabled && key === siteKey);
      if (!site) throw notFound();
      const { communityLabel, title, greeting, color, isOnLeft } = site;
      return { widget: { communityLabel, title, greeting, color, isOnLeft, isOpen: true } };
    },
  });
}

export function registerWebChatHandlers(router: ConnectRouter, db: Db): void {
  registerSiteHandlers(router, db);
  registerChatHandlers(router, db);
}
