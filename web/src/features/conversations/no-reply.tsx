import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { useCurrent } from "../../rpc/current";
import { Button, Icon } from "../../ui";
import type { Acts } from "./use-acts";

type Props = { conversation: Conversation; acts: Acts };

/** Why one cannot write to them now, and what one can do instead. */
export default function NoReply({ conversation, acts }: Props) {
  const { user } = useCurrent();
  if (conversation.optedOut) {
    return (
      <p className="notice">
        <Icon name="info" />
        <span className="row__grow">
          <span className="strong">They opted out of texts.</span> Nothing can be sent until they
          text START from their phone. Until then, call or mail them; notes are still possible.
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
        {mayTake
          ? "Take it over to write to the resident yourself."
          : "Ask them to hand it back, or leave them a note."}
      </span>
      {mayTake ? (
        <Button size="small" pending={acts.busy} onPress={() => acts.takeOver(conversation)}>
          Take over
        </Button>
      ) : null}
    </p>
  );
}
