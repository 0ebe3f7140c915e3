import type { ReviewBlastResponse } from "../../../gen/parlor/v1/blast_service_pb";
import { countLabel, durationLabel, formatPrice } from "../labels";

function figuresOf(review: ReviewBlastResponse) {
  const { recipientCount, segmentCount } = review;
  const excluded = review.exclusions.reduce((sum, { count }) => sum + count, 0);
  const perPerson = recipientCount > 0 ? segmentCount / recipientCount : 0;
  const average = perPerson.toLocaleString("en", { maximumFractionDigits: 1 });
  return [
    {
      label: "People who get it",
      value: recipientCount.toLocaleString("en"),
      note: `of ${(recipientCount + excluded).toLocaleString("en")} chosen`,
    },
    {
      label: "Segments",
      value: segmentCount.toLocaleString("en"),
      note: Number.isInteger(perPerson)
        ? `${countLabel(perPerson, "segment")} for each person`
        : `about ${average} for each person`,
    },
    { label: "Price", value: formatPrice(review.priceMicros), note: "at your company's rate" },
    {
      label: "Takes about",
      value: durationLabel(review.durationSeconds),
      note: "from the first text to the last",
    },
  ];
}

/** How many, how much and how long. */
export function ReviewFigures({ review }: { review: ReviewBlastResponse }) {
  return (
    <dl className="panel blast-figures" aria-label="What happens when you send">
      {figuresOf(review).map(({ label, value, note }) => (
        <div key={label}>
          <dt className="small secondary">{label}</dt>
          <dd className="blast-figure">{value}</dd>
          <dd className="caption">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
