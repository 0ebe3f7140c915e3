import { useRef } from "react";
import { usePhotoPicker } from "./use-photo-picker";

/** Maximum photos of an answer or a reply. */
export const maxPhotos = 3;

export type PhotosToSendState = ReturnType<typeof usePhotosToSend>;

/**
 * The photos of an answer or a reply, kept with the draft that has this key. `allowed` is how many its channel can have;
 * undefined while that is not known.
 */
export function usePhotosToSend(key: string, allowed: number | undefined) {
  const picker = usePhotoPicker(maxPhotos, key);
  const area = useRef<HTMLDivElement>(null);
  return {
    picker,
    /** The element around the photos. */
    area,
    canAttach: allowed !== 0,
    /** There are more photos than the channel can have. Undoing a reply may have added some. */
    isBlocked: picker.photos.length > (allowed ?? maxPhotos),
    focus: () => area.current?.querySelector<HTMLElement>(".photo-strip button")?.focus(),
  };
}
