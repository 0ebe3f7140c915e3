import { type FormEvent, useId, useState } from "react";
import { labels as formLabels } from "../../../forms/labels";
import { Dialog, DialogActions, TextField } from "../../../ui";
import { viewLabels } from "./labels";

type Props = { onClose: () => void; onSave: (name: string) => void };

const maxNameLength = 40;

/** Asks for the name of a view. */
export function SaveViewDialog({ onClose, onSave }: Props) {
  const form = useId();
  const [name, setName] = useState("");
  const [isTried, setIsTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (name.trim()) onSave(name.trim());
  };
  return (
    <Dialog
      open
      title={viewLabels.save}
      onClose={onClose}
      foot={
        <DialogActions onCancel={onClose} type="submit" form={form}>
          {viewLabels.save}
        </DialogActions>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={viewLabels.name}
          description={viewLabels.saveHint}
          value={name}
          onChange={setName}
          maxLength={maxNameLength}
          error={isTried && !name.trim() ? formLabels.nameMissing : undefined}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
