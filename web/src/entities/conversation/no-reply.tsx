import type { KeyboardEvent } from "react";
import { ConsentState } from "../../gen/parlor/v1/consent_service_pb";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { Button, Icon } from "../../ui";
import { useConsent, useMayRecordConsent } from "../consent/queries";
import { toOrigin } from "../consent/rules";
import { useSession } from "../session/session";
import { detailLabels } from "./detail-labels";
import { noReplyLabels } from "./no-reply-labels";
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
  const mayRecordConsent = useMayRecordConsent();
  const focusable = { id, tabIndex: -1, "data-shortcuts": "off", onKeyDown: blurOnEscape };
  if (conversation.optedOut) {
    return (
      <p className="notice" {...focusable}>
        <Icon name="info" />
        <span className="row__grow">
          {mayRecordConsent ? (
            <OptOutWithOrigin phone={conversation.phone} />
          ) : (
            <OptOut origin="" hint={noReplyLabels.optedOutHint} />
          )}
        </span>
      </p>
    );
  }
  const mayTake = user.parlorRole === "admin";
  return (
    <p className="notice notice--warning" {...focusable}>
      <Icon name="persona" />
      <span className="row__grow">
        <span className="strong">{noReplyLabels.claimed(conversation.assignedTo)}</span>{" "}
        {mayTake ? noReplyLabels.takeOverHint : noReplyLabels.askHint}
      </span>
      {mayTake ? (
        <Button size="small" pending={actions.busy} onPress={() => actions.takeOver(conversation)}>
          {detailLabels.takeOver}
        </Button>
      ) : null}
    </p>
  );
}

function OptOut({ origin, hint }: { origin: string; hint: string }) {
  return (
    <>
      <span className="strong">{noReplyLabels.optedOut(origin)}</span> {hint}
    </>
  );
}

/** Says how and when the resident opted out, for users who may see consent. */
function OptOutWithOrigin({ phone }: { phone: string }) {
  const { consent } = useConsent(phone);
  const isOptedOut = consent?.state === ConsentState.OPTED_OUT;
  return (
    <OptOut
      origin={isOptedOut ? toOrigin(consent) : ""}
      hint={isOptedOut && consent.canOptIn ? noReplyLabels.recordHint : noReplyLabels.optedOutHint}
    />
  );
}
