import { type FormEvent, useId, useState } from "react";
import { toProblem } from "../../../api/problem";
import { useSession } from "../../../entities/session/session";
import { FormProblem } from "../../../forms";
import { labels as formLabels } from "../../../forms/labels";
import { isBlank } from "../../../lib/blank-text";
import { Dialog, DialogActions, Select, Skeleton, TextField, toast } from "../../../ui";
import { audienceLabels } from "../audience-labels";
import { useImportRecipientList } from "../queries";
import { ImportSummary } from "./import-summary";
import { labels } from "./labels";
import { SourceFields } from "./source-fields";
import { useListImport } from "./use-list-import";

const maxNameLength = 100;
const maxEvidenceLength = 500;

type Props = { onClose: () => void; onSave: (audienceId: string) => void };

/** Saves pasted numbers or the rows of a file as a fixed list of recipients. */
export default function NewListDialog({ onClose, onSave }: Props) {
  const form = useId();
  const communities = useSession().user.textCommunitiesMapping;
  const [name, setName] = useState("");
  const [communityId, setCommunityId] = useState(communities[0]?.value ?? "");
  const [consentEvidence, setConsentEvidence] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const list = useListImport(communityId);
  const saving = useImportRecipientList();
  const problem = saving.error ? toProblem(saving.error) : undefined;
  const isNameTaken = problem?.reason === "AUDIENCE_EXISTS";
  const count = list.parsed?.acceptedCount ?? 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (isBlank(name) || count === 0 || list.isParsing) return;
    saving.mutate(
      { ...list.request, name: name.trim(), consentEvidence: consentEvidence.trim() },
      {
        onSuccess: ({ audience }) => {
          toast.success({ title: labels.saved(count) });
          if (audience) onSave(audience.id);
        },
      },
    );
  };
  const nameError = isNameTaken ? audienceLabels.nameTaken : undefined;
  return (
    <Dialog
      open
      staysOpen
      title={labels.title}
      onClose={onClose}
      foot={
        <DialogActions
          onCancel={onClose}
          type="submit"
          form={form}
          pending={saving.isPending}
          reason={list.isParsing ? labels.checking : count === 0 ? labels.noRecipients : undefined}
        >
          {labels.save}
        </DialogActions>
      }
    >
      <form id={form} onSubmit={submit} className="stack stack--loose">
        <FormProblem
          problem={isNameTaken || problem?.fields.consentEvidence ? undefined : problem}
        />
        <TextField
          label={audienceLabels.name}
          value={name}
          onChange={setName}
          maxLength={maxNameLength}
          error={isSubmitted && isBlank(name) ? formLabels.nameMissing : nameError}
          autoFocus
        />
        <Select
          label={labels.community}
          description={labels.communityHint}
          options={communities}
          value={communityId}
          onChange={setCommunityId}
        />
        <SourceFields list={list} />
        {list.parsed ? <ImportSummary request={list.request} parsed={list.parsed} /> : null}
        {!list.parsed && list.isParsing ? <Skeleton wide="60%" high="24px" /> : null}
        <TextField
          label={labels.consent}
          description={labels.consentHint}
          value={consentEvidence}
          onChange={setConsentEvidence}
          maxLength={maxEvidenceLength}
          error={problem?.fields.consentEvidence}
        />
      </form>
    </Dialog>
  );
}
