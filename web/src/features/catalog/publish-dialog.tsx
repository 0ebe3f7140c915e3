import { type FormEvent, useId, useState } from "react";
import { FormProblem } from "../../forms";
import {
  type GetCatalogsResponse,
  PublishCatalogsRequestSchema,
} from "../../gen/parlor/v1/catalog_service_pb";
import { DialogActions, TextArea } from "../../ui";
import { Sheet } from "../../ui/table";
import { Differences } from "./differences";
import { usePublishDraft } from "./queries";
import type { CatalogActions } from "./use-catalog-actions";
import { useIntentForm } from "./use-intent-form";
import { publishLabels, versionLabels } from "./version-labels";

type Props = { catalogs: GetCatalogsResponse; actions: CatalogActions; onClose: () => void };

/** Publishes the draft as the next version, with release notes. */
export default function PublishDialog({ catalogs, actions, onClose }: Props) {
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
      title={publishLabels.title(catalogs.differences.length)}
      onClose={onClose}
      staysOpen={note !== ""}
      foot={
        <DialogActions
          onCancel={onClose}
          type="submit"
          form={id}
          pending={form.pending}
          reason={catalogs.differences.length === 0 ? publishLabels.noChanges : undefined}
        >
          {publishLabels.publish((catalogs.draft?.published ?? 0) + 1)}
        </DialogActions>
      }
    >
      <form id={id} className="stack stack--loose" onSubmit={submit}>
        <p className="secondary">{publishLabels.hint}</p>
        <TextArea
          label={publishLabels.note}
          description={publishLabels.noteHint}
          value={note}
          maxLength={400}
          autoFocus
          error={form.errors.note}
          onChange={setNote}
        />
        <FormProblem problem={form.problem} />
        <Differences
          differences={catalogs.differences}
          catalogs={catalogs}
          label={versionLabels.changes}
        />
      </form>
    </Sheet>
  );
}
