import { useState } from "react";
import { FormArea, FormDialog, FormText, useContractForm } from "../../forms";
import { toastError } from "../../forms/toast-error";
import { type CannedReply, CannedReplyService } from "../../gen/parlor/v1/canned_reply_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Button, Dialog, toast } from "../../ui";
import { cannedLabels } from "./canned-labels";
import { labels } from "./labels";
import { ListState } from "./list-state";
import {
  useCannedReplies,
  useCreateCannedReply,
  useDeleteCannedReply,
  useRefreshCannedReplies,
} from "./queries";

type CloseProps = { onClose: () => void };

/** Lists, writes and deletes canned replies. */
export default function CannedReplyDialog({ onClose }: CloseProps) {
  const [editing, setEditing] = useState<CannedReply | "new">();
  const close = () => setEditing(undefined);
  if (editing === "new") return <NewReply onClose={close} />;
  if (editing) return <EditReply reply={editing} onClose={close} />;
  return <ReplyList onEdit={setEditing} onClose={onClose} />;
}

function ReplyList({
  onEdit,
  onClose,
}: CloseProps & { onEdit: (reply: CannedReply | "new") => void }) {
  const query = useCannedReplies();
  const replies = query.data ?? [];
  const deleting = useDeleteCannedReply();
  const creating = useCreateCannedReply();
  const remove = ({ id, title, shortcut, body }: CannedReply) =>
    deleting.mutate(
      { id },
      {
        onError: toastError,
        onSuccess: () =>
          toast.undo({
            title: cannedLabels.deleted,
            text: title,
            onUndo: () => creating.mutate({ title, shortcut, body }, { onError: toastError }),
          }),
      },
    );
  return (
    <Dialog
      open
      title={labels.cannedReplies}
      onClose={onClose}
      foot={
        <Button variant="primary" icon="plus" onPress={() => onEdit("new")}>
          {cannedLabels.create}
        </Button>
      }
    >
      <ListState query={query} isEmpty={replies.length === 0} empty={cannedLabels.none} />
      <ul className="template-list" aria-label={labels.cannedReplies}>
        {replies.map((reply) => (
          <li key={reply.id}>
            <div className="row__grow">
              <p className="canned__name">
                {showDirectionMarks(reply.title)}
                <span className="caption">/{reply.shortcut}</span>
              </p>
              <p className="small secondary">{showDirectionMarks(reply.body)}</p>
            </div>
            <Button
              variant="quiet"
              size="small"
              icon="pen"
              aria-label={cannedLabels.editNamed(showDirectionMarks(reply.title))}
              onPress={() => onEdit(reply)}
            />
            <Button
              variant="quiet"
              size="small"
              icon="bin"
              aria-label={cannedLabels.deleteNamed(showDirectionMarks(reply.title))}
              onPress={() => remove(reply)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function useSaved(onClose: () => void) {
  const refresh = useRefreshCannedReplies();
  return async () => {
    await refresh();
    toast.success(cannedLabels.saved);
    onClose();
  };
}

function NewReply({ onClose }: CloseProps) {
  const form = useContractForm(CannedReplyService.method.createCannedReply, {
    start: { title: "", shortcut: "", body: "" },
    onDone: useSaved(onClose),
  });
  return (
    <FormDialog of={form} title={cannedLabels.create} submit={cannedLabels.save} onClose={onClose}>
      <FormText of={form} name="title" label={cannedLabels.title} />
      <FormText of={form} name="shortcut" label={cannedLabels.shortcut} />
      <FormArea of={form} name="body" label={cannedLabels.text} rows={5} />
      <p className="caption">{cannedLabels.fields}</p>
    </FormDialog>
  );
}

function EditReply({ reply, onClose }: CloseProps & { reply: CannedReply }) {
  const { id, title, shortcut, body } = reply;
  const form = useContractForm(CannedReplyService.method.updateCannedReply, {
    start: { id, title, shortcut, body },
    onDone: useSaved(onClose),
  });
  return (
    <FormDialog of={form} title={cannedLabels.edit} submit={cannedLabels.save} onClose={onClose}>
      <FormText of={form} name="title" label={cannedLabels.title} />
      <FormText of={form} name="shortcut" label={cannedLabels.shortcut} />
      <FormArea of={form} name="body" label={cannedLabels.text} rows={5} />
      <p className="caption">{cannedLabels.fields}</p>
    </FormDialog>
  );
}
