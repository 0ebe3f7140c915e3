import { useEffect, useState } from "react";
import { isPhotoType, maxPhotoBytes, photoTypes } from "../../../lib/photo-file";
import { Button, FileTarget, Icon } from "../../../ui";
import { labels } from "./labels";

type Props = { photos: readonly File[]; onChange: (photos: readonly File[]) => void };

const maxPhotos = 20;

/** Returns why a file can't be used as a photo. */
function refusal(file: File): string | undefined {
  if (!isPhotoType(file)) return labels.notAPhoto(file.name);
  return file.size > maxPhotoBytes ? labels.tooLarge(file.name) : undefined;
}

function Preview({ file, onRemove }: { file: File; onRemove: () => void }) {
  const [url, setUrl] = useState("");
  // Object URLs must be revoked.
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return (
    <li className="photo-pick">
      {url ? <img src={url} alt={file.name} /> : null}
      <Button
        size="small"
        icon="close"
        aria-label={labels.removePhoto(file.name)}
        onPress={onRemove}
      />
    </li>
  );
}

/** Photos that are uploaded once the request is created. */
export function PhotoPicker({ photos, onChange }: Props) {
  const [problem, setProblem] = useState("");
  const take = (chosen: readonly File[]) => {
    const bad = chosen.map(refusal).find((one) => one !== undefined);
    const good = chosen.filter((file) => !refusal(file));
    const all = [...photos, ...good];
    setProblem(bad ?? (all.length > maxPhotos ? labels.tooManyPhotos : ""));
    onChange(all.slice(0, maxPhotos));
  };
  return (
    <div className="field">
      <FileTarget className="drop focus-frame" accept={photoTypes.join()} multiple onFiles={take}>
        <Icon name="camera" />
        <span>
          <b>{labels.photos}</b> · {labels.photosHint}
        </span>
      </FileTarget>
      {problem ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {problem}
        </p>
      ) : null}
      {photos.length > 0 ? (
        <ul className="photo-picker__list">
          {photos.map((file) => (
            <Preview
              key={`${file.name} ${file.size} ${file.lastModified}`}
              file={file}
              onRemove={() => onChange(photos.filter((one) => one !== file))}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}
