import { WebChatVerification } from "../../gen/parlor/v1/web_chat_visitor_pb";
import { Badge } from "../../ui";
import { verificationLabels } from "./labels";

/** How the visitor of a web chat proved who they are. Nothing if the visitor did not. */
export function VerificationBadge({ verification }: { verification: WebChatVerification }) {
  if (verification === WebChatVerification.UNSPECIFIED) return null;
  return (
    <Badge tone="success" icon="check">
      {verificationLabels[verification]}
    </Badge>
  );
}
