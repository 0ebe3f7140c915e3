import { type ReactNode, type Ref, useId } from "react";
import { FieldFooter } from "./field-footer";
import { FileTarget } from "./file-target";
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
  const { label, accept, onFile, chosen, description, error, disabled, inputRef } = props;
  const id = useId();
  return (
    <div className="field">
      <FileTarget
        className="file-drop"
        inputRef={inputRef}
        accept={accept}
        disabled={disabled}
        isInvalid={Boolean(error)}
        describedBy={FieldFooter.idsOf(id, { description, error })}
        onFiles={([file]) => file && onFile(file)}
      >
        <Icon name="plus" size="small" />
        <span className="label">{label}</span>
        <span className="caption">{chosen ?? "Drop a file here, or choose one."}</span>
      </FileTarget>
      <FieldFooter id={id} description={description} error={error} />
    </div>
  );
}
