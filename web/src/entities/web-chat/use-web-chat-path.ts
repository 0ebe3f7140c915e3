import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { screenRule } from "../session/screen-access";
import { useSession } from "../session/session";

/**
 * Returns the URL of a web chat: in the inbox, or on the web chat screen for users without the inbox. Undefined for
 * users who have neither.
 */
export function useWebChatPath(): ((id: string) => string) | undefined {
  const { may } = useSession();
  const toPath = (screen: Screen, param: string) => (id: string) =>
    `${screenRule(screen).path}?${param}=${encodeURIComponent(id)}`;
  if (may(Screen.OMNICHANNEL)) return toPath(Screen.OMNICHANNEL, "chat");
  return may(Screen.WEB_CHAT) ? toPath(Screen.WEB_CHAT, "tab=chats&id") : undefined;
}
