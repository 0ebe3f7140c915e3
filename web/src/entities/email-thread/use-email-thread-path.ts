import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { screenRule } from "../session/screen-access";
import { useSession } from "../session/session";

/** Returns the URL of an email thread in the inbox. Undefined for users without that screen. */
export function useEmailThreadPath(): ((id: string) => string) | undefined {
  const { may } = useSession();
  if (!may(Screen.OMNICHANNEL)) return undefined;
  return (id) => `${screenRule(Screen.OMNICHANNEL).path}?email=${encodeURIComponent(id)}`;
}
