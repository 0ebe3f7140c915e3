import { Suspense } from "react";
import { toProblem } from "../../api/problem";
import { BlastState } from "../../gen/parlor/v1/blast_pb";
import { lazyWithReload } from "../../lib/lazy";
import type { SetUrlState } from "../../lib/use-url-state";
import { Button, ErrorState, Skeleton } from "../../ui";
import { labels } from "./labels";
import { useBlast } from "./queries";
import { type BlastsUrlState, noFilter } from "./url-state";

const Composer = lazyWithReload(() => import("./composer/composer"));
const Results = lazyWithReload(() => import("./results/results"));

export type BlastPageProps = {
  urlState: BlastsUrlState;
  setUrlState: SetUrlState<BlastsUrlState>;
};

function BlastSkeleton() {
  return (
    <div className="screen-body" aria-busy="true">
      <p className="visually-hidden" role="status">
        {labels.loading}
      </p>
      <section className="panel panel__body stack stack--loose">
        <Skeleton wide="40%" high="20px" />
        <Skeleton wide="100%" high="48px" />
        <Skeleton wide="88%" />
        <Skeleton wide="94%" />
      </section>
    </div>
  );
}

/** A single blast: the composer for a draft, otherwise the results. */
export function OpenBlast({ urlState, setUrlState }: BlastPageProps) {
  const query = useBlast(urlState.blast);
  const blast = query.data?.blast;
  const close = () => setUrlState({ blast: "", step: "recipients", ...noFilter });
  if (!blast) {
    return (
      <>
        <div className="screen-head">
          <Button variant="quiet" icon="back" onPress={close}>
            {labels.allBlasts}
          </Button>
        </div>
        {query.error ? (
          <ErrorState
            title={labels.loadFailed}
            problem={toProblem(query.error)}
            onRetry={() => void query.refetch()}
            pending={query.isFetching}
          />
        ) : (
          <BlastSkeleton />
        )}
      </>
    );
  }
  const links = query.data?.links ?? [];
  const page = { blast, urlState, setUrlState, onClose: close };
  return (
    <Suspense fallback={<BlastSkeleton />}>
      {blast.state === BlastState.DRAFT ? (
        <Composer key={blast.id} {...page} />
      ) : (
        <Results {...page} links={links} />
      )}
    </Suspense>
  );
}
