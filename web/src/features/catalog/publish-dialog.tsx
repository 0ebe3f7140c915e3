import { type FormEvent, useId, useState } from "react";
import { FormProblem } from "../../forms";
import {
  type GetCatalogsResponse,
  PublishCatalogsRequestSchema,
} from "../../gen/parlor/v1/catalog_service_pb";
import { DialogActions, TextArea } from "../../ui";
import { Sheet } from "../../ui/table";
import { Differences } from "./differences";
import { countLabel, labels } from "./labels";
import { usePublishDraft } from "./queries";
import type { CatalogActions } from "./use-catalog-actions";
import { useIntentForm } from "./use-intent-form";

type Props = { read: GetCatalogsResponse; actions: CatalogActions; onClose: () => void };

/** Publishes the draft as the next version, with release notes. */
export default function PublishDialog({ read, actions, onClose }: Props) {
  const id = useId();
  const [note, setNote] = useState("");
  const publish = usePublishDraft();
  const request = () => ({ version: actions.version, note });
  const form = useIntentForm(PublishCatalogsRequestSchema, request, async () => {
    const { published } = await publish.mutateAsync(request());
    if (published) actions.tellPublished(published.number);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Sheet
      title={`Publish ${countLabel(read.differences.length, "change")}`}
      onClose={onClose}
      staysOpen={note !== ""}
      foot={
        <DialogActions
          onCancel={onClose}
          type="submit"
          form={id}
          pending={form.pending}
          reason={read.differences.length === 0 ? labels.draftHasNoChanges : undefined}
        >
          {labels.publishVersion((read.draft?.published ?? 0) + 1)}
        </DialogActions>
      }
    >
      <form id={id} className="stack stack--loose" onSubmit={submit}>
        <p className="secondary">{labels.newCommunitiesStart}</p>
        <TextArea
          label={labels.releaseNotes}
          description={labels.colleaguesWhoReadVersionHistory}
          value={note}
          maxLength={400}
          autoFocus
          error={form.errors.note}
          onChange={setNote}
        />
        <FormProblem problem={form.problem} />
        <Differences differences={read.differences} read={read} label={labels.changes} />
      </form>
    </Sheet>
  );
}
