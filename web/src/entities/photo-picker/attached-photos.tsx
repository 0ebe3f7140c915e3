import { photoTypes } from "../../lib/photo-file";
import { Button, Icon } from "../../ui";
import { photoPickerLabels } from "./labels";
import "./photo-picker.css";
import type { PhotoPicker } from "./use-photo-picker";

type Props = {
  picker: PhotoPicker;
  disabled: boolean;
  /** The user chose photos. */
  onAttach?: () => void;
};

/** Attaches photos to the next message. */
export function AttachPhoto({ picker, disabled, onAttach }: Props) {
  return (
    <label className="button button--quiet button--icon photo-attach focus-frame">
      <input
        ref={picker.input}
        type="file"
        className="visually-hidden"
        aria-label={photoPickerLabels.attach}
        accept={photoTypes.join()}
        multiple
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          if (files.length > 0) onAttach?.();
          void picker.add(files);
        }}
      />
      <Icon name="camera" />
    </label>
  );
}

/** The photos attached to the next message. */
export function AttachedPhotos({ picker }: { picker: PhotoPicker }) {
  const { photos, problem } = picker;
  return (
    <>
      {problem ? (
        <p className="field__error photo-problem" role="alert">
          <Icon name="danger" size="small" />
          {problem}
        </p>
      ) : null}
      <p className="visually-hidden" role="status">
        {photos.length > 0 ? photoPickerLabels.count(photos.length) : null}
      </p>
      {photos.length > 0 ? (
        <ul className="photo-strip" aria-label={photoPickerLabels.photos}>
          {photos.map((photo) => (
            <li key={photo.id} className="photo-strip__item">
              <img src={photo.url} alt={photo.name} />
              <Button
                size="small"
                icon="close"
                aria-label={photoPickerLabels.remove(photo.name)}
                onPress={() => picker.remove(photo)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
