// Opens Nadia Holt's web chat in the inbox in a test.

import { screen, within } from "@testing-library/react";
import { DashboardOption } from "../gen/parlor/options/v1/screen_pb";
import { type WebChat, WebChatState } from "../gen/parlor/v1/web_chat_pb";
import { allow, visit } from "./visit";
import { nadiasChat } from "./web-chats";

export const loadTimeout = { timeout: 60_000 };

export type Prepare = NonNullable<NonNullable<Parameters<typeof visit>[1]>["prepare"]>;
type Options = { as?: string; hasChats?: boolean; chat?: Partial<WebChat>; prepare?: Prepare };

/** Opens the inbox, in which the chat with Nadia Holt waits for staff. */
export function openChats(
  query: string,
  { as = "dana", hasChats = true, chat, prepare }: Options = {},
) {
  const app = visit(`/omnichannel${query}`, {
    as,
    prepare: (api) => {
      allow(DashboardOption.OMNICHANNEL)(api);
      if (hasChats) allow(DashboardOption.WEBCHAT)(api);
      const waiting = { state: WebChatState.OPEN, isUnread: true };
      Object.assign(api.db.webChats[0] ?? {}, waiting, chat);
      prepare?.(api);
    },
  });
  const stored = () => app.db.webChats.find(({ id }) => id === nadiasChat);
  return { ...app, stored };
}

export const list = async () =>
  within(await screen.findByRole("region", { name: "Conversations" }, loadTimeout));
export const detail = async (visitor = "Nadia Holt") =>
  within(await screen.findByRole("article", { name: `Web chat with ${visitor}` }, loadTimeout));
export const openNadia = `?chat=${nadiasChat}`;
