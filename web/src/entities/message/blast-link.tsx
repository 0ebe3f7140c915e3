// Shows the text blast that a message belongs to.

import { Link } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Message } from "../../gen/parlor/v1/conversation_pb";
import { screenRule } from "../session/screen-access";
import { useSession } from "../session/session";
import { labels } from "./labels";

/** Names the blast, with a link for users who can open text blasts. */
export function BlastLink({ message: { blastId, blastTitle } }: { message: Message }) {
  const { may } = useSession();
  const label = labels.textBlast(blastTitle);
  if (!may(Screen.TEXT_BLAST)) return label;
  const { path } = screenRule(Screen.TEXT_BLAST);
  return <Link to={`${path}?blast=${encodeURIComponent(blastId)}`}>{label}</Link>;
}
