import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { toastError } from "../../../forms/toast-error";
import type { BlastTemplate } from "../../../gen/parlor/v1/blast_template_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Button, Dialog, ErrorState, Skeleton, toast } from "../../../ui";
import { labels } from "./labels";
import { useCreateTemplate, useDeleteTemplate, useTemplates } from "./queries";
import { EditTemplate, NewTemplate } from "./template-forms";

type CloseProps = { onClose: () => void };

type Props = CloseProps & {
  /** A text to save as a template. If unset, the templates are listed. */
  body?: string | undefined;
};

/** Lists, edits and deletes templates, or saves a text as one. */
export default function TemplateDialog({ body, onClose }: Props) {
  const [editing, setEditing] = useState<BlastTemplate | "new">();
  const close = () => setEditing(undefined);
  if (body !== undefined) return <NewTemplate body={body} onClose={onClose} />;
  if (editing === "new") return <NewTemplate body="" onClose={close} />;
  if (editing) return <EditTemplate template={editing} onClose={close} />;
  return <TemplateList onEdit={setEditing} onClose={onClose} />;
}

/** Loading, error and empty states of the list. */
function ListState({ query }: { query: ReturnType<typeof useTemplates> }) {
  if (query.isPending) return <Skeleton wide="70%" high="40px" />;
  if (query.error && !query.data) {
    return (
      <ErrorState
        problem={toProblem(query.error)}
        onRetry={() => void query.refetch()}
        pending={query.isFetching}
      />
    );
  }
  return query.data?.templates.length === 0 ? <p>{labels.none}</p> : null;
}

type RowProps = { template: BlastTemplate; onEdit: (template: BlastTemplate) => void };

function TemplateRow({ template, onEdit }: RowProps) {
  const { id, name, body } = template;
  const deleting = useDeleteTemplate();
  const creating = useCreateTemplate();
  const undo = () => creating.mutate({ name, body }, { onError: toastError });
  const remove = () =>
    deleting.mutate(
      { id },
      {
        onError: toastError,
        onSuccess: () => toast.undo({ title: labels.deleted, text: name, onUndo: undo }),
      },
    );
  return (
    <li>
      <div className="row__grow">
        <p className="strong">{showDirectionMarks(name)}</p>
        <p className="small secondary blast-text">{showDirectionMarks(body)}</p>
      </div>
      <Button
        variant="quiet"
        size="small"
        icon="pen"
        aria-label={labels.editTemplate(showDirectionMarks(name))}
        onPress={() => onEdit(template)}
      />
      <Button
        variant="quiet"
        size="small"
        icon="bin"
        aria-label={labels.deleteTemplate(showDirectionMarks(name))}
        onPress={remove}
      />
    </li>
  );
}

type ListProps = CloseProps & { onEdit: (template: BlastTemplate | "new") => void };

function TemplateList({ onEdit, onClose }: ListProps) {
  const query = useTemplates();
  const templates = query.data?.templates ?? [];
  return (
    <Dialog
      open
      title={labels.title}
      onClose={onClose}
      foot={
        <Button variant="primary" icon="plus" onPress={() => onEdit("new")}>
          {labels.create}
        </Button>
      }
    >
      <ListState query={query} />
      <ul className="template-list" aria-label={labels.title}>
        {templates.map((template) => (
          <TemplateRow key={template.id} template={template} onEdit={onEdit} />
        ))}
      </ul>
    </Dialog>
  );
}
