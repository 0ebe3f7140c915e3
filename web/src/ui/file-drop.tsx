import { type DragEvent, type ReactNode, type Ref, useId, useState } from "react";
import { FieldFooter } from "./field-footer";
import { Icon } from "./icon";

type Props = {
  label: string;
  /** Accepted types, as in the `accept` attribute: "image/png,.csv". */
  accept?: string;
  onFile: (file: File) => void;
  /** What has already been chosen. */
  chosen?: ReactNode;
  description?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
};

/** Chooses a file, by dialog or drag and drop. */
export function FileDrop(props: Props) {
  const { label, accept, onFile, chosen, description, error, disabled } = props;
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files);
  };
  return (
    <div className="field">
      <label
        className={over ? "file-drop is-over" : "file-drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          ref={props.inputRef}
          className="visually-hidden"
          accept={accept}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={FieldFooter.idsOf(id, { description, error })}
          onChange={(event) => {
            take(event.target.files);
            // Lets the user choose the same file again after fixing it.
            event.target.value = "";
          }}
        />
        <Icon name="plus" size="small" />
        <span className="label">{label}</span>
        <span className="caption">{chosen ?? "Drop a file here, or choose one."}</span>
      </label>
      <FieldFooter id={id} description={description} error={error} />
    </div>
  );
}
