import { showDirectionMarks } from "../../lib/direction-marks";
import { formatSize } from "../../lib/format-number";
import { Button, Icon } from "../../ui";
import { attachmentLabels } from "./thread-labels";
import type { Attachments } from "./use-attachments";

/** Chooses files to attach. */
export function AttachFiles({ attachments }: { attachments: Attachments }) {
  return (
    <label className="button button--quiet focus-frame">
      <input
        type="file"
        className="visually-hidden"
        accept=".pdf,.docx,.png,.jpg,.jpeg,.webp"
        multiple
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Lets the user choose the same file again after removing it.
          event.target.value = "";
          void attachments.add(files);
        }}
      />
      <Icon name="clip" size="small" />
      {attachmentLabels.attach}
    </label>
  );
}

/** The attached files, the files being uploaded, and the error of an upload. */
export function AttachedFiles({ attachments }: { attachments: Attachments }) {
  const { files, waiting, problem } = attachments;
  return (
    <>
      {files.length + waiting.length > 0 ? (
        <ul className="attachments" aria-label={attachmentLabels.attached}>
          {files.map((file) => (
            <li key={file.position} className="mail-file mail-file--draft">
              <b className="truncate">{showDirectionMarks(file.name)}</b>
              <span className="caption nowrap">{formatSize(Number(file.sizeBytes))}</span>
              <Button
                variant="quiet"
                size="small"
                icon="close"
                aria-label={attachmentLabels.remove(showDirectionMarks(file.name))}
                onPress={() => void attachments.remove(file)}
              />
            </li>
          ))}
          {waiting.map((name, place) => (
            // Names can repeat.
            // biome-ignore lint/suspicious/noArrayIndexKey: uploads finish in order
            <li key={`${place} ${name}`} className="mail-file mail-file--draft" aria-busy="true">
              <b className="truncate">{showDirectionMarks(name)}</b>
              <span className="caption nowrap">{attachmentLabels.attaching}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {problem ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {problem}
        </p>
      ) : null}
    </>
  );
}
