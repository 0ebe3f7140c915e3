import { type DragEvent, type ReactNode, type Ref, useId, useState } from "react";
import { FieldFooter } from "./field-footer";
import { Icon } from "./icon";

type Props = {
  label: string;
  /** As the browser's file dialog takes it: "image/png,.csv". */
  accept?: string;
  onFile: (file: File) => void;
  /** What is chosen already. */
  chosen?: ReactNode;
  description?: ReactNode;
  error?: string | undefined;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
};

/** A file, chosen or dropped. */
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
            // The same file may be chosen again after it was mended.
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
