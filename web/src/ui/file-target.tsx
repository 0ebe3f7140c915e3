import { type DragEvent, type ReactNode, type Ref, useState } from "react";

type Props = {
  className: string;
  /** Accepted types, as in the `accept` attribute: "image/png,.csv". Dropped files can have others. */
  accept?: string | undefined;
  multiple?: boolean;
  disabled?: boolean | undefined;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  /** Called with at least one file. */
  onFiles: (files: File[]) => void;
  /** The label of the file input. */
  children: ReactNode;
};

/** A file input whose label takes dropped files. Has the class `is-over` while files are over it. */
export function FileTarget(props: Props) {
  const { className, accept, multiple, disabled, onFiles, children } = props;
  const [isOver, setIsOver] = useState(false);
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  const onDrop = (event: DragEvent) => {
    // The browser would open the file instead of the page.
    event.preventDefault();
    setIsOver(false);
    if (!disabled) take(event.dataTransfer.files);
  };
  return (
    <label
      className={isOver && !disabled ? `${className} is-over` : className}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        // Moving over an element inside of the label doesn't leave it.
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false);
      }}
      onDrop={onDrop}
    >
      <input
        type="file"
        ref={props.inputRef}
        className="visually-hidden"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-invalid={props.isInvalid || undefined}
        aria-describedby={props.describedBy}
        onChange={(event) => {
          take(event.target.files);
          // Lets the user choose the same file again after fixing it.
          event.target.value = "";
        }}
      />
      {children}
    </label>
  );
}
