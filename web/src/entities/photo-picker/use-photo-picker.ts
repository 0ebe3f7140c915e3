import { useRef, useState } from "react";
import { toDataUrl } from "../../lib/data-url";
import { isPhotoType } from "../../lib/photo-file";
import { keepPhotos, type PickedPhoto, readPhotos, useKeptPhotos } from "./kept-photos";
import { photoPickerLabels } from "./labels";

/** Maximum total size in bytes. A request may have 8 MB, including base64 encoding and the text. */
const maxBytesInAll = 5_500_000;

let pickedCount = 0;

/** The photos that are attached to the next message, at most `maxPhotos`. They are kept with its draft, by its key. */
export function usePhotoPicker(maxPhotos: number, key: string) {
  const photos = useKeptPhotos(key);
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);

  function show(next: readonly PickedPhoto[]) {
    keepPhotos(key, next.slice(0, maxPhotos));
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
    // Photos may have been removed or sent while the files were read.
    const all = [...readPhotos(key), ...added];
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
      show(readPhotos(key).filter((one) => one !== photo));
      // The button is gone.
      input.current?.focus();
    },
    /** Attaches photos that were attached before. */
    restore: (earlier: readonly PickedPhoto[]) =>
      setProblem(show([...earlier, ...readPhotos(key)])),
    /** Removes photos that were sent. */
    clear: (sent: readonly PickedPhoto[]) => {
      show(readPhotos(key).filter((one) => !sent.includes(one)));
      setProblem("");
    },
  };
}

export type PhotoPicker = ReturnType<typeof usePhotoPicker>;
