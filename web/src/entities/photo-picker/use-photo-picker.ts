import { useRef, useState } from "react";
import { toDataUrl } from "../../lib/data-url";
import { isPhotoType } from "../../lib/photo-file";
import { keepPhotos, type PickedPhoto, readPhotos, useKeptPhotos } from "./kept-photos";
import { photoPickerLabels } from "./labels";

/** Maximum total size in bytes. A request may have 8 MB, including base64 encoding and the text. */
const maxBytesInAll = 5_500_000;

let pickedCount = 0;

/** The photos that are attached to the next message, kept with its draft by its key. `add` adds up to `maxPhotos`. */
export function usePhotoPicker(maxPhotos: number, key: string) {
  const photos = useKeptPhotos(key);
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);

  async function add(files: readonly File[]) {
    const added = await Promise.all(
      files.filter(isPhotoType).map(async (file) => {
        pickedCount += 1;
        const id = pickedCount;
        return { id, name: file.name, url: await toDataUrl(file) };
      }),
    );
    // Photos may have been removed or sent while the files were read.
    const before = readPhotos(key);
    const all = [...before, ...added];
    const bytes = all.reduce((sum, { url }) => sum + (url.length * 3) / 4, 0);
    if (bytes > maxBytesInAll) {
      setProblem(photoPickerLabels.tooLarge);
      return;
    }
    // Undoing a reply may have attached more than the maximum. They stay until the user removes some.
    const kept = all.slice(0, Math.max(maxPhotos, before.length));
    keepPhotos(key, kept);
    const tooMany = kept.length < all.length ? photoPickerLabels.tooMany(maxPhotos) : "";
    const wrongType = added.length < files.length ? photoPickerLabels.wrongType : "";
    setProblem(tooMany || wrongType);
  }

  return {
    photos,
    problem,
    /** The field that chooses files. */
    input,
    add,
    remove: (photo: PickedPhoto) => {
      keepPhotos(
        key,
        readPhotos(key).filter((one) => one !== photo),
      );
      // The button is gone.
      input.current?.focus();
    },
    /** Removes photos that were sent. */
    clear: (sent: readonly PickedPhoto[]) => {
      keepPhotos(
        key,
        readPhotos(key).filter((one) => !sent.includes(one)),
      );
      setProblem("");
    },
  };
}

export type PhotoPicker = ReturnType<typeof usePhotoPicker>;
