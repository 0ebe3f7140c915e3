import { useSession } from "../../entities/session/session";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { Button, Icon } from "../../ui";
import type { ConversationActions } from "./use-conversation-actions";

type Props = { conversation: Conversation; actions: ConversationActions };

/** Why one cannot write to them now, and what one can do instead. */
export default function NoReply({ conversation, actions }: Props) {
  const { user } = useSession();
  if (conversation.optedOut) {
    return (
      <p className="notice">
        <Icon name="info" />
        <span className="row__grow">
          <span className="strong">This resident opted out of texts.</span> You can't text them
          until they text START. You can still call, email, or add notes.
        </span>
      </p>
    );
  }
  const mayTake = user.parlorRole === "admin";
  return (
    <p className="notice notice--warning">
      <Icon name="persona" />
      <span className="row__grow">
        <span className="strong">{conversation.assignedTo || "A colleague"} has it.</span>{" "}
        {mayTake ? "Take over to reply yourself." : "Ask them to hand it back, or leave a note."}
      </span>
      {mayTake ? (
        <Button size="small" pending={actions.busy} onPress={() => actions.takeOver(conversation)}>
          Take over
        </Button>
      ) : null}
    </p>
  );
}
