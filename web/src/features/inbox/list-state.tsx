import { toProblem } from "../../api/problem";
import { ErrorState, Skeleton } from "../../ui";

type Query = {
  isPending: boolean;
  isFetching: boolean;
  error: Error | null;
  refetch: () => unknown;
};

/** Takes the place of a list in a dialog that is loading, could not be loaded, or is empty. */
export function ListState(props: { query: Query; isEmpty: boolean; empty: string }) {
  const { query, isEmpty, empty } = props;
  if (query.isPending)
    return (
      <div className="stack" aria-busy="true">
        <Skeleton wide="70%" high="20px" />
        <Skeleton wide="50%" high="20px" />
      </div>
    );
  if (query.error && isEmpty)
    return (
      <ErrorState
        problem={toProblem(query.error)}
        onRetry={() => void query.refetch()}
        pending={query.isFetching}
      />
    );
  return isEmpty ? <p>{empty}</p> : null;
}
