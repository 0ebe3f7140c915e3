import { useRef, useState } from "react";
import { toDataUrl } from "../../lib/data-url";
import { isPhotoType } from "../../lib/photo-file";
import { photoPickerLabels } from "./labels";

/** A photo to send, as a data: URL. */
export type PickedPhoto = { id: number; name: string; url: string };

/** Maximum total size in bytes. A request may have 8 MB, including base64 encoding and the text. */
const maxBytesInAll = 5_500_000;

let pickedCount = 0;

/** Keeps attached photos while the field is not shown. */
export type KeptPhotos = {
  photos: readonly PickedPhoto[];
  onChange: (photos: readonly PickedPhoto[]) => void;
};

/** The photos that are attached to the next message, at most `maxPhotos`. */
export function usePhotoPicker(maxPhotos: number, kept?: KeptPhotos) {
  const [photos, setPhotos] = useState<readonly PickedPhoto[]>(kept?.photos ?? []);
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  // Files are read while photos are removed or sent.
  const latest = useRef(photos);

  function show(next: readonly PickedPhoto[]) {
    latest.current = next.slice(0, maxPhotos);
    setPhotos(latest.current);
    kept?.onChange(latest.current);
    return next.length > maxPhotos ? photoPickerLabels.tooMany(maxPhotos) : "";
  }

  async function add(files: readonly File[]) {
    const added = await Promise.all(
      files.filter(isPhotoType).map(async (file) => {
        pickedCount += 1;
        const id = pickedCount;
        return { id, name: file.name, url: await toDataUrl(file) };
      }),
    );
    const all = [...latest.current, ...added];
    const bytes = all.reduce((sum, { url }) => sum + (url.length * 3) / 4, 0);
    if (bytes > maxBytesInAll) {
      setProblem(photoPickerLabels.tooLarge);
      return;
    }
    const wrongType = added.length < files.length ? photoPickerLabels.wrongType : "";
    setProblem(show(all) || wrongType);
  }

  return {
    photos,
    problem,
    /** The field that chooses files. */
    input,
    add,
    remove: (photo: PickedPhoto) => {
      show(latest.current.filter((one) => one !== photo));
      // The button is gone.
      input.current?.focus();
    },
    /** Attaches photos that were attached before. */
    restore: (earlier: readonly PickedPhoto[]) => setProblem(show([...earlier, ...latest.current])),
    /** Removes photos that were sent. */
    clear: (sent: readonly PickedPhoto[]) => {
      show(latest.current.filter((one) => !sent.includes(one)));
      setProblem("");
    },
  };
}

export type PhotoPicker = ReturnType<typeof usePhotoPicker>;
