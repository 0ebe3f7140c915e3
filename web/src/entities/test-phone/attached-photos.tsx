import { photoTypes } from "../../lib/photo-file";
import { Button, Icon } from "../../ui";
import { photoPickerLabels } from "./labels";
import type { PhotoPicker } from "./use-photo-picker";

type Props = { picker: PhotoPicker; disabled: boolean };

/** Attaches photos to the next text. */
export function AttachPhoto({ picker, disabled }: Props) {
  return (
    <label className="button button--quiet button--icon phone__attach">
      <input
        type="file"
        className="visually-hidden"
        aria-label={photoPickerLabels.attach}
        accept={photoTypes.join()}
        multiple
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          void picker.add(files);
        }}
      />
      <Icon name="camera" />
    </label>
  );
}

/** The photos attached to the next text. */
export function AttachedPhotos({ picker }: { picker: PhotoPicker }) {
  const { photos, problem } = picker;
  return (
    <>
      {problem ? (
        <p className="field__error phone__problem" role="alert">
          <Icon name="danger" size="small" />
          {problem}
        </p>
      ) : null}
      {photos.length > 0 ? (
        <ul className="phone__photos" aria-label={photoPickerLabels.photos}>
          {photos.map((photo) => (
            <li key={`${photo.name} ${photo.url.length}`} className="phone__photo">
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
