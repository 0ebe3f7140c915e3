import { Suspense, useState } from "react";
import { toastError } from "../../forms/toast-error";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { formatDateTime } from "../../lib/format-date";
import { lazyWithReload, usePrefetch } from "../../lib/lazy";
import { snoozeTimes } from "../../lib/snooze-times";
import { Button, Menu } from "../../ui";
import type { ConversationActions } from "./use-conversation-actions";

const loadDialog = () => import("./snooze-dialog");
const SnoozeDialog = lazyWithReload(loadDialog);

type Props = { conversation: Conversation; actions: ConversationActions };

/** Snoozes the conversation until a suggested or a chosen time. */
export function SnoozeMenu({ conversation, actions }: Props) {
  const [choosing, setChoosing] = useState(false);
  usePrefetch(loadDialog);
  const now = new Date();
  const times = snoozeTimes(now);
  return (
    <>
      <Menu
        label="Snooze"
        items={[
          ...times.map(({ label, until }) => ({
            id: label,
            label,
            aside: <span className="caption">{formatDateTime(until, now)}</span>,
            onAction: () => void actions.snooze(conversation, until).catch(toastError),
          })),
          "rule" as const,
          { id: "choose", label: "Choose a time…", onAction: () => setChoosing(true) },
        ]}
        trigger={
          <Button size="small" icon="clock">
            Snooze
          </Button>
        }
      />
      {choosing ? (
        <Suspense>
          <SnoozeDialog
            conversation={conversation}
            actions={actions}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
