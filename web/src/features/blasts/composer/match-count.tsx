import { toProblem } from "../../../api/problem";
import { countLabel } from "../../../lib/count-label";
import { Button, Skeleton } from "../../../ui";
import type { useAudienceDescription } from "../queries";
import { recipientLabels } from "../recipient-labels";
import { labels as composerLabels, recipientsLabels as labels, matchLabel } from "./labels";

type Props = {
  description: ReturnType<typeof useAudienceDescription>;
  /** Whether recipients have been selected. */
  isChosen: boolean;
  /** What to select if there are none. */
  hint: string;
};

/** Number of accounts and phones that match a filter. */
export function Count({ description, isChosen, hint }: Props) {
  const { data, error, isFetching } = description;
  if (!isChosen) return <p className="secondary">{hint}</p>;
  if (error && !isFetching) {
    const { title, text } = toProblem(error);
    return (
      <p className="secondary" role="alert">
        {labels.countFailed(title, text)}{" "}
        <Button variant="link" size="small" onPress={() => void description.refetch()}>
          {composerLabels.tryAgain}
        </Button>
      </p>
    );
  }
  if (!data) return <Skeleton wide="60%" high="24px" />;
  return (
    <p className="strong" role="status" aria-busy={isFetching}>
      {matchLabel(data.accountCount, data.phoneCount)}
    </p>
  );
}

/** Number of recipients of a list. */
export function ListCount({ count }: { count: number }) {
  return (
    <aside className="panel panel__body stack blast-aside" aria-label={recipientLabels.title}>
      <h2 className="panel-title">{recipientLabels.title}</h2>
      <p className="strong" role="status">
        {countLabel(count, "recipient", "recipients")}
      </p>
      <p className="small secondary">{labels.listHint}</p>
    </aside>
  );
}

/** Number of selected recipients. */
export function MatchCount(props: Props) {
  const { data } = props.description;
  return (
    <aside className="panel panel__body stack blast-aside" aria-label={labels.matching}>
      <h2 className="panel-title">{labels.matching}</h2>
      <Count {...props} />
      {props.isChosen && data?.accountCount === 0 ? (
        <p className="small secondary">{labels.nobodyMatches}</p>
      ) : (
        <p className="small secondary">{labels.matchingHint}</p>
      )}
    </aside>
  );
}
