import { useState } from "react";
import { type MessagePhoto, MessagePhotoState } from "../../gen/parlor/v1/conversation_pb";
import { Button, Dialog, Icon } from "../../ui";
import "./message-photos.css";
import { photoLabels } from "./photo-labels";

type Props = { photos: readonly MessagePhoto[] };

type ViewerProps = Props & { at: number; onView: (at: number) => void; onClose: () => void };

/** One photo in its full size. */
function Viewer({ photos, at, onView, onClose }: ViewerProps) {
  const photo = photos[at];
  if (!photo) return null;
  const name = photoLabels.photo(at + 1, photos.length);
  const foot = (
    <>
      <span className="row__grow" />
      <Button
        icon="left"
        aria-label={photoLabels.previous}
        isDisabled={at === 0}
        onPress={() => onView(at - 1)}
      />
      <Button
        icon="right"
        aria-label={photoLabels.next}
        isDisabled={at === photos.length - 1}
        onPress={() => onView(at + 1)}
      />
    </>
  );
  return (
    <Dialog open title={name} onClose={onClose} foot={photos.length > 1 ? foot : undefined}>
      <img
        className="message-photo__full"
        src={photo.url}
        width={photo.width}
        height={photo.height}
        alt={name}
      />
    </Dialog>
  );
}

/** The photos of a text: thumbnails that open large. */
export function MessagePhotos({ photos }: Props) {
  const [viewed, setViewed] = useState<number>();
  const ready = photos.filter(({ state }) => state === MessagePhotoState.READY);
  return (
    <div className="message-photos">
      {photos.map((photo) => {
        if (photo.state === MessagePhotoState.READY) {
          const index = ready.indexOf(photo);
          const name = photoLabels.photo(index + 1, ready.length);
          return (
            <button
              key={photo.id}
              type="button"
              className="message-photo"
              aria-label={photoLabels.view(name)}
              onClick={() => setViewed(index)}
            >
              <img src={photo.thumbnailUrl} alt="" />
            </button>
          );
        }
        const isPending = photo.state === MessagePhotoState.PENDING;
        return (
          <p key={photo.id} className="message-photo message-photo--none">
            <Icon name={isPending ? "wait" : "warning"} size="small" />
            {isPending ? photoLabels.pending : photoLabels.failure(photo.failure)}
          </p>
        );
      })}
      {viewed === undefined ? null : (
        <Viewer
          photos={ready}
          at={viewed}
          onView={setViewed}
          onClose={() => setViewed(undefined)}
        />
      )}
    </div>
  );
}
