import { type FormEvent, useId, useState } from "react";
import { Dialog, DialogActions, TextField } from "../../../ui";
import { labels } from "./labels";

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
      title={labels.saveView}
      onClose={onClose}
      foot={
        <DialogActions onCancel={onClose} type="submit" form={form}>
          {labels.saveView}
        </DialogActions>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label={labels.viewName}
          description={labels.saveViewText}
          value={name}
          onChange={setName}
          maxLength={maxNameLength}
          error={isTried && !name.trim() ? labels.viewNameMissing : undefined}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
