import { Skeleton } from "../../../ui";
import { labels } from "./labels";

const categories = ["72%", "56%", "64%", "40%", "60%", "48%", "68%", "52%"];
const answers = ["58%", "44%", "62%", "50%", "54%"];

/** Placeholder of the form for a new answer. */
export function AnswerFormSkeleton() {
  return (
    <div className="answer-form" aria-busy="true">
      <Skeleton wide="24%" high="20px" />
      <Skeleton high="56px" />
      <Skeleton high="96px" />
      <Skeleton high="56px" />
      <Skeleton high="92px" />
      <Skeleton wide="160px" high="36px" />
    </div>
  );
}

/** Placeholder of the answers while they load. */
export function AnswersSkeleton() {
  return (
    <section className="panel turbo__answers" aria-busy="true" aria-label={labels.loading}>
      <div className="categories">
        {categories.map((wide) => (
          <div key={wide} className="category">
            <Skeleton wide={wide} />
          </div>
        ))}
      </div>
      <div className="answers">
        <div className="panel__head">
          <Skeleton high="36px" />
        </div>
        {answers.map((wide) => (
          <div key={wide} className="answer answers__wait">
            <Skeleton wide={wide} high="14px" />
            <Skeleton wide="96%" />
            <Skeleton wide="80%" />
            <Skeleton wide="32%" />
          </div>
        ))}
      </div>
    </section>
  );
}
