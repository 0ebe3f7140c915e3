import { useState } from "react";
import { toDataUrl } from "../../lib/data-url";
import { isPhotoType } from "../../lib/photo-file";
import { photoPickerLabels } from "./labels";

/** A photo to send, as a data: URL. */
export type PickedPhoto = { name: string; url: string };

const maxPhotos = 10;
/** Maximum total size in bytes. A request may have 8 MB, including base64 encoding and the text. */
const maxBytesInAll = 5_500_000;

/** The photos that are attached to the next text. */
export function usePhotoPicker() {
  const [photos, setPhotos] = useState<readonly PickedPhoto[]>([]);
  const [problem, setProblem] = useState("");

  async function add(files: readonly File[]) {
    const added = await Promise.all(
      files
        .filter(isPhotoType)
        .map(async (file) => ({ name: file.name, url: await toDataUrl(file) })),
    );
    const all = [...photos, ...added];
    const bytes = all.reduce((sum, { url }) => sum + (url.length * 3) / 4, 0);
    if (bytes > maxBytesInAll) {
      setProblem(photoPickerLabels.tooLarge);
      return;
    }
    const wrongType = added.length < files.length ? photoPickerLabels.wrongType : "";
    setProblem(all.length > maxPhotos ? photoPickerLabels.tooMany : wrongType);
    setPhotos(all.slice(0, maxPhotos));
  }

  return {
    photos,
    problem,
    add,
    remove: (photo: PickedPhoto) => setPhotos(photos.filter((one) => one !== photo)),
    clear: () => {
      setPhotos([]);
      setProblem("");
    },
  };
}

export type PhotoPicker = ReturnType<typeof usePhotoPicker>;
