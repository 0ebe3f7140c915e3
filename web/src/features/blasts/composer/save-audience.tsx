import { type FormEvent, useId, useState } from "react";
import { toProblem } from "../../../api/problem";
import { choiceLabels } from "../../../entities/community/choice-labels";
import { FormProblem } from "../../../forms";
import { labels as formLabels } from "../../../forms/labels";
import type { AudienceFilter } from "../../../gen/parlor/v1/audience_pb";
import { isBlank } from "../../../lib/blank-text";
import { Button, Dialog, DialogActions, TextField, toast } from "../../../ui";
import { audienceLabels } from "../audience-labels";
import { useCreateAudience } from "../queries";
import { savedAudienceLabels as labels } from "./labels";

const maxNameLength = 100;

type DialogProps = { filter: AudienceFilter; onClose: () => void };

function SaveAudienceDialog({ filter, onClose }: DialogProps) {
  const form = useId();
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const creating = useCreateAudience();
  const problem = creating.error ? toProblem(creating.error) : undefined;
  const isNameTaken = problem?.reason === "AUDIENCE_EXISTS";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isBlank(name)) return;
    const onSuccess = () => {
      toast.success({ title: audienceLabels.saved, text: labels.savedHint });
      onClose();
    };
    creating.mutate({ name: name.trim(), filter }, { onSuccess });
  };
  const error = isNameTaken ? audienceLabels.nameTaken : undefined;
  return (
    <Dialog
      open
      title={labels.saveTitle}
      onClose={onClose}
      foot={
        <DialogActions onCancel={onClose} type="submit" form={form} pending={creating.isPending}>
          {labels.saveTitle}
        </DialogActions>
      }
    >
      <form id={form} onSubmit={submit} className="stack stack--loose">
        <FormProblem problem={isNameTaken ? undefined : problem} />
        <TextField
          label={audienceLabels.name}
          description={labels.nameHint}
          value={name}
          onChange={setName}
          maxLength={maxNameLength}
          error={tried && isBlank(name) ? formLabels.nameMissing : error}
          autoFocus
        />
      </form>
    </Dialog>
  );
}

/** Saves the communities and filters as an audience. */
export function SaveAudience({ filter }: { filter: AudienceFilter }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="link"
        size="small"
        reason={filter.communityIds.length === 0 ? choiceLabels.chooseFirst : undefined}
        onPress={() => setOpen(true)}
      >
        {labels.saveAs}
      </Button>
      {open ? <SaveAudienceDialog filter={filter} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
