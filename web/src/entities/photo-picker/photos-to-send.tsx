import { Icon } from "../../ui";
import { AttachedPhotos } from "./attached-photos";
import { photoPickerLabels } from "./labels";
import { maxPhotos, type PhotosToSendState } from "./use-photos-to-send";

type Props = {
  photos: PhotosToSendState;
  /** Why the channel can't have the attached photos, and what to do. */
  blocked?: string;
  /** About photos that can be sent. */
  hint?: string;
};

/** The photos of an answer or a reply, and why they can't be sent. */
export function PhotosToSend({ photos, blocked = photoPickerLabels.blocked, hint }: Props) {
  const { picker, canAttach, isBlocked } = photos;
  return (
    <>
      {isBlocked ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {canAttach ? photoPickerLabels.tooMany(maxPhotos) : blocked}
        </p>
      ) : !canAttach ? (
        <p className="caption">{photoPickerLabels.notSupported}</p>
      ) : hint ? (
        <p className="caption">{hint}</p>
      ) : null}
      <AttachedPhotos picker={picker} />
    </>
  );
}
