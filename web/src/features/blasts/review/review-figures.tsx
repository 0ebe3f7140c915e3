import type { ReviewBlastResponse } from "../../../gen/parlor/v1/blast_service_pb";
import { formatNumber } from "../../../lib/format-number";
import { pictureLabels } from "../picture/labels";
import { durationLabel, formatPrice, figureLabels as labels } from "./labels";

type Props = { review: ReviewBlastResponse; hasPicture: boolean };

function priceOf({ isPriceUnknown, priceMicros }: ReviewBlastResponse) {
  if (isPriceUnknown) return { value: pictureLabels.noPrice, note: pictureLabels.noPriceNote };
  return { value: formatPrice(priceMicros), note: labels.priceNote };
}

function figuresOf({ review, hasPicture }: Props) {
  const { recipientCount, segmentCount } = review;
  const excluded = review.exclusions.reduce((sum, { count }) => sum + count, 0);
  const perPerson = recipientCount > 0 ? segmentCount / recipientCount : 0;
  const average = formatNumber(perPerson, { maximumFractionDigits: 1 });
  return [
    {
      label: labels.recipients,
      value: formatNumber(recipientCount),
      note: labels.recipientsNote(recipientCount + excluded),
    },
    hasPicture
      ? {
          label: pictureLabels.messages,
          value: formatNumber(recipientCount),
          note: pictureLabels.messagesNote,
        }
      : {
          label: labels.segments,
          value: formatNumber(segmentCount),
          note: Number.isInteger(perPerson)
            ? labels.segmentsEach(perPerson)
            : labels.segmentsEachAverage(average),
        },
    { label: labels.price, ...priceOf(review) },
    {
      label: labels.duration,
      value: durationLabel(review.durationSeconds),
      note: labels.durationNote,
    },
  ];
}

/** Number of recipients, cost and duration. */
export function ReviewFigures(props: Props) {
  return (
    <dl className="panel blast-figures" aria-label={labels.title}>
      {figuresOf(props).map(({ label, value, note }) => (
        <div key={label}>
          <dt className="small secondary">{label}</dt>
          <dd className="blast-figure">{value}</dd>
          <dd className="caption">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
