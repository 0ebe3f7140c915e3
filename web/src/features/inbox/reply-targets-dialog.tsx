import { useSession } from "../../entities/session/session";
import { FormDialog, FormSelect, useContractForm } from "../../forms";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { ReplyTargetService, type ReplyTargets } from "../../gen/parlor/v1/reply_target_service_pb";
import { Dialog, toast } from "../../ui";

import { ListState } from "./list-state";
import { useRefreshReplyTargets, useReplyTargets } from "./queries";
import { targetLabels, targetMinutes } from "./routing-labels";

type CloseProps = { onClose: () => void };

/** Sets how soon staff should reply. */
export function ReplyTargetsDialog({ onClose }: CloseProps) {
  const query = useReplyTargets();
  const targets = query.data?.targets;
  if (targets) return <TargetsForm targets={targets} onClose={onClose} />;
  return (
    <Dialog open title={targetLabels.title} onClose={onClose}>
      <ListState query={query} isEmpty empty="" />
    </Dialog>
  );
}

function TargetsForm({ targets, onClose }: CloseProps & { targets: ReplyTargets }) {
  const refresh = useRefreshReplyTargets();
  const { may } = useSession();
  const { textMinutes, emailMinutes, webChatMinutes } = targets;
  const form = useContractForm(ReplyTargetService.method.updateReplyTargets, {
    start: { textMinutes, emailMinutes, webChatMinutes },
    onDone: async () => {
      await refresh();
      toast.success(targetLabels.saved);
      onClose();
    },
  });
  const current = [textMinutes, emailMinutes, webChatMinutes];
  const options = [...new Set([...targetMinutes.keys(), ...current])]
    .filter((minutes) => minutes > 0)
    .sort((one, other) => one - other)
    .map((minutes) => ({
      value: String(minutes),
      label: targetMinutes.get(minutes) ?? targetLabels.minutes(minutes),
    }));
  const common = { of: form, options, empty: targetLabels.none, numeric: true } as const;
  return (
    <FormDialog of={form} title={targetLabels.title} submit={targetLabels.save} onClose={onClose}>
      <p className="small secondary">{targetLabels.hint}</p>
      <FormSelect {...common} name="textMinutes" label={targetLabels.texts} />
      <FormSelect {...common} name="emailMinutes" label={targetLabels.emails} />
      {may(Screen.WEB_CHAT) ? (
        <FormSelect {...common} name="webChatMinutes" label={targetLabels.webChats} />
      ) : null}
    </FormDialog>
  );
}
