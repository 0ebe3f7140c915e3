import { Suspense, useState } from "react";
import { type MessagePhoto, MessagePhotoState } from "../../gen/parlor/v1/conversation_pb";
import { lazyWithReload } from "../../lib/lazy";
import { Icon } from "../../ui";
import "./message-photos.css";
import { photoLabels } from "./photo-labels";

type Props = {
  photos: readonly MessagePhoto[];
  /** Who sent them, such as "the visitor". Defaults to the resident. */
  from?: string;
};

const PhotoViewer = lazyWithReload(() => import("./photo-viewer"));

/** The photos of a message, as thumbnails that open full size. */
export function MessagePhotos({ photos, from = photoLabels.resident }: Props) {
  const [viewed, setViewed] = useState<number>();
  const ready = photos.filter(({ state }) => state === MessagePhotoState.READY);
  return (
    <div className="message-photos">
      {photos.map((photo) => {
        if (photo.state === MessagePhotoState.READY) {
          const index = ready.indexOf(photo);
          const name = photoLabels.photo(index + 1, ready.length, from);
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
          <p key={photo.id} className="message-photo message-photo--none caption secondary">
            <Icon name={isPending ? "wait" : "warning"} size="small" />
            {isPending ? photoLabels.pending : photoLabels.failure(photo.failure)}
          </p>
        );
      })}
      {viewed === undefined ? null : (
        <Suspense>
          <PhotoViewer
            photos={ready}
            from={from}
            at={viewed}
            onView={setViewed}
            onClose={() => setViewed(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
