import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { screenRule } from "../session/screen-access";
import { useSession } from "../session/session";

/**
 * Returns the URL of a text conversation: on the conversations screen, or in the inbox for users
 * without that screen. Undefined for users who have neither.
 */
export function useConversationPath(): ((id: string) => string) | undefined {
  const { may } = useSession();
  const toPath = (screen: Screen, param: string) => (id: string) =>
    `${screenRule(screen).path}?${param}=${encodeURIComponent(id)}`;
  if (may(Screen.MESSAGES)) return toPath(Screen.MESSAGES, "id");
  return may(Screen.OMNICHANNEL) ? toPath(Screen.OMNICHANNEL, "text") : undefined;
}
