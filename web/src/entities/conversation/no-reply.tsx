import type { KeyboardEvent } from "react";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { Button, Icon } from "../../ui";
import { useSession } from "../session/session";
import type { ConversationActions } from "./use-conversation-actions";

type Props = {
  conversation: Conversation;
  actions: ConversationActions;
  /** Id of the notice, which takes the focus in place of the field. */
  id: string;
};

function blurOnEscape(event: KeyboardEvent<HTMLElement>) {
  if (event.key === "Escape") event.currentTarget.blur();
}

/** Explains why the user cannot text the resident, and what to do instead. */
export default function NoReply({ conversation, actions, id }: Props) {
  const { user } = useSession();
  const focusable = { id, tabIndex: -1, "data-shortcuts": "off", onKeyDown: blurOnEscape };
  if (conversation.optedOut) {
    return (
      <p className="notice" {...focusable}>
        <Icon name="info" />
        <span className="row__grow">
          <span className="strong">This resident opted out of texts.</span> You can text them again
          after they text START.
        </span>
      </p>
    );
  }
  const mayTake = user.parlorRole === "admin";
  return (
    <p className="notice notice--warning" {...focusable}>
      <Icon name="persona" />
      <span className="row__grow">
        <span className="strong">{conversation.assignedTo || "A colleague"} is handling this.</span>{" "}
        {mayTake ? "Take over to reply." : "Ask them to hand it back, or add a note."}
      </span>
      {mayTake ? (
        <Button size="small" pending={actions.busy} onPress={() => actions.takeOver(conversation)}>
          Take over
        </Button>
      ) : null}
    </p>
  );
}
