import type { MessagePhoto } from "../../gen/parlor/v1/conversation_pb";
import { Dialog, StepButtons } from "../../ui";
import { photoLabels } from "./photo-labels";

type Props = {
  photos: readonly MessagePhoto[];
  /** Who sent them. */
  from: string;
  at: number;
  onView: (at: number) => void;
  onClose: () => void;
};

/** A photo of a message in full size. */
export default function PhotoViewer({ photos, from, at, onView, onClose }: Props) {
  const photo = photos[at];
  if (!photo) return null;
  const name = photoLabels.photo(at + 1, photos.length, from);
  const foot = <StepButtons at={at} count={photos.length} labels={photoLabels} onStep={onView} />;
  return (
    <Dialog open title={name} onClose={onClose} foot={photos.length > 1 ? foot : undefined}>
      <img
        className="dialog__photo"
        src={photo.url}
        width={photo.width}
        height={photo.height}
        alt={name}
      />
    </Dialog>
  );
}
