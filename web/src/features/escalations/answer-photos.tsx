import type { ReactNode } from "react";
import { type Draft, toKey } from "../../entities/escalation-answer/draft";
import { photoPickerLabels } from "../../entities/photo-picker/labels";
import { PhotosToSend } from "../../entities/photo-picker/photos-to-send";
import {
  type PhotosToSendState,
  usePhotosToSend,
} from "../../entities/photo-picker/use-photos-to-send";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { photoLabels } from "./detail-labels";
import { onlyChannel } from "./labels";

/**
 * Returns the photos of a user's answer. `allowed` is how many the notice to the homeowner can have; undefined while that
 * is not known.
 */
export function useAnswerPhotos(
  userId: string,
  { id }: Escalation,
  { notify }: Draft,
  allowed: number | undefined,
) {
  return usePhotosToSend(toKey(userId, id), notify ? allowed : undefined);
}

type Props = {
  photos: PhotosToSendState;
  escalation: Escalation;
  draft: Draft;
  /** The field of the answer. */
  children: ReactNode;
};

/** The answer and its photos, and why these aren't sent. */
export function AnswerPhotos({ photos, escalation, draft, children }: Props) {
  const isLinked = draft.channel === "email" && !onlyChannel(escalation);
  const hint = draft.notify ? (isLinked ? photoLabels.linked : "") : photoLabels.needsNotice;
  const blocked = escalation.resident?.email ? photoLabels.blocked : photoPickerLabels.blocked;
  return (
    <div ref={photos.area}>
      {children}
      <PhotosToSend
        photos={photos}
        blocked={blocked}
        hint={photos.picker.photos.length > 0 ? hint : ""}
      />
    </div>
  );
}
