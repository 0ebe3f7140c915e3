import { type ReactNode, useRef } from "react";
import type { Draft } from "../../entities/escalation-answer/draft";
import { AttachedPhotos } from "../../entities/photo-picker/attached-photos";
import { usePhotoPicker } from "../../entities/photo-picker/use-photo-picker";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { Icon } from "../../ui";
import { photoLabels } from "./detail-labels";
import { onlyChannel } from "./labels";
import type { EscalationActions } from "./use-escalation-actions";

/** Maximum photos of an answer. */
const maxPhotos = 3;

export type AnswerPhotosState = ReturnType<typeof useAnswerPhotos>;

/**
 * Returns the photos of an answer. `allowed` is how many the notice to the homeowner can have; undefined while that is
 * not known. They are kept while another escalation is shown.
 */
export function useAnswerPhotos(
  escalation: Escalation,
  { notify }: Draft,
  allowed: number | undefined,
  { photosOf, keepPhotos }: EscalationActions,
) {
  const { id } = escalation;
  const picker = usePhotoPicker(maxPhotos, {
    photos: photosOf(id),
    onChange: (photos) => keepPhotos(id, photos),
  });
  const area = useRef<HTMLDivElement>(null);
  const canAttach = notify && allowed !== 0;
  return {
    picker,
    /** The element around the answer and the photos. */
    area,
    canAttach,
    /** There are photos that the notice can't have. */
    isBlocked: notify && allowed === 0 && picker.photos.length > 0,
    focus: () => area.current?.querySelector<HTMLElement>(".photo-strip button")?.focus(),
  };
}

type Props = {
  photos: AnswerPhotosState;
  escalation: Escalation;
  draft: Draft;
  /** The field of the answer. */
  children: ReactNode;
};

/** The answer and its photos, and why these aren't sent. */
export function AnswerPhotos({ photos, escalation, draft, children }: Props) {
  const { picker, area, canAttach, isBlocked } = photos;
  const hasPhotos = picker.photos.length > 0;
  const isLinked = draft.channel === "email" && !onlyChannel(escalation);
  return (
    <div ref={area}>
      {children}
      {isBlocked ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {photoLabels.blocked(Boolean(escalation.resident?.email))}
        </p>
      ) : draft.notify && !canAttach ? (
        <p className="caption">{photoLabels.notSupported}</p>
      ) : hasPhotos && !draft.notify ? (
        <p className="caption">{photoLabels.needsNotice}</p>
      ) : hasPhotos && isLinked ? (
        <p className="caption">{photoLabels.linked}</p>
      ) : null}
      <AttachedPhotos picker={picker} />
    </div>
  );
}
