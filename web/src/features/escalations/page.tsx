import { Suspense, useCallback, useState } from "react";
import { toProblem } from "../../api/problem";
import { useSession } from "../../entities/session/session";
import { useShortcuts } from "../../entities/shortcut/use-shortcuts";
import { ExportButton, ExportNotice } from "../../forms/export-file";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { lazyWithReload } from "../../lib/lazy";
import { useMedia } from "../../lib/use-media";
import { ErrorState, SegmentedControl } from "../../ui";
import { TwoPaneSkeleton } from "../../ui/two-pane";
import "./escalations.css";
import { focusAtEnd } from "../../lib/focus-at-end";
import { EscalationList } from "./escalation-list";
import { Filters } from "./filters";
import { toClaimState } from "./header";
import { exportedLabel, labels, medianLabel } from "./labels";
import { useCounts, useEscalations, useExportEscalations, usePendingReviews } from "./queries";
import { useEscalationsUrlState } from "./url-state";
import { useEscalationActions } from "./use-escalation-actions";

const loadDetail = () => import("./detail");
// Loaded in parallel with the page: a wide window always shows an escalation.
loadDetail().catch(() => undefined);
const Detail = lazyWithReload(loadDetail);
/** Loaded when it is shown, which is rare. */
const EmptyList = lazyWithReload(() => import("./empty-list"));

const answerId = "escalation-answer";

/** Questions for staff: the list and the selected escalation. */
export default function EscalationsPage() {
  const { user } = useSession();
  const [urlState, setUrlState] = useEscalationsUrlState();
  const narrow = useMedia("(max-width: 760px)");
  const query = useEscalations(urlState);
  const counts = useCounts(urlState.community).data;
  const leaving = usePendingReviews();

  const all = query.data?.pages.flatMap((page) => page.escalations) ?? [];
  const shown = urlState.reviewed ? all : all.filter(({ id }) => !leaving.has(id));
  const defaultId = useSelection(shown);
  // A wide window always shows an escalation; a narrow one shows the list first.
  const selected = urlState.id || (narrow ? "" : defaultId);
  const at = shown.findIndex(({ id }) => id === selected);

  // Shortcuts are off after an answer until the next escalation has the focus.
  const [resting, setResting] = useState(false);
  const wake = useCallback(() => setResting(false), []);
  /** Returns the next escalation in a direction. Skips those of colleagues if the user chose to. */
  const neighbor = (from: number, step: number) => {
    let next = from < 0 ? 0 : from + step;
    while (urlState.skipClaimed && isOthers(shown[next], user.id)) next += step;
    return shown[next];
  };
  const walk = (step: number) => {
    const next = neighbor(at, step);
    if (next) setUrlState({ id: next.id }, true);
  };
  const actions = useEscalationActions({
    onLeave: (id) => {
      if (narrow) return setUrlState({ id: "" });
      setResting(true);
      const from = shown.findIndex((one) => one.id === id);
      setUrlState({ id: (neighbor(from, 1) ?? neighbor(from, -1))?.id ?? "" }, true);
    },
    onReturn: (id) => setUrlState({ id, reviewed: false }, true),
  });
  useShortcuts(
    "escalations",
    resting ? undefined : { j: () => walk(1), k: () => walk(-1), e: () => focusAtEnd(answerId) },
  );

  return (
    <>
      <ScreenHead
        counts={counts}
        leavingCount={leaving.size}
        isReviewed={urlState.reviewed}
        onChange={(reviewed) => setUrlState({ reviewed, id: "" })}
      />
      <div className="desk" data-view={urlState.id ? "detail" : "list"}>
        <section
          className="desk__list"
          aria-label={urlState.reviewed ? labels.reviewedList : labels.openList}
          aria-busy={query.isPending}
        >
          <Filters urlState={urlState} onChange={(change) => setUrlState({ ...change, id: "" })} />
          {query.data ? (
            shown.length > 0 ? (
              <EscalationList
                escalations={shown}
                {...{ selected, urlState, query }}
                onSkipClaimed={(skipClaimed) => setUrlState({ skipClaimed }, true)}
              />
            ) : (
              <Suspense>
                <EmptyList
                  urlState={urlState}
                  reviewed={counts?.reviewed ?? 0}
                  setUrlState={setUrlState}
                />
              </Suspense>
            )
          ) : query.error ? (
            <ErrorState
              title={labels.loadFailed}
              problem={toProblem(query.error)}
              onRetry={() => query.refetch()}
            />
          ) : (
            <TwoPaneSkeleton label={labels.loading} />
          )}
        </section>
        <Suspense fallback={<article className="desk__detail" aria-busy="true" />}>
          <Detail
            id={selected}
            listed={shown[at]}
            loading={query.isPending}
            actions={actions}
            answerId={answerId}
            takesFocus={resting}
            onFocused={wake}
            onBack={() => setUrlState({ id: "" })}
          />
        </Suspense>
      </div>
    </>
  );
}

type ScreenHeadProps = {
  counts: ReturnType<typeof useCounts>["data"];
  /** Number of open escalations that are being reviewed, and are no longer shown. */
  leavingCount: number;
  isReviewed: boolean;
  onChange: (isReviewed: boolean) => void;
};

/** The choice between open and reviewed escalations, and their export. */
function ScreenHead({ counts, leavingCount, isReviewed, onChange }: ScreenHeadProps) {
  const exporting = useExportEscalations();
  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">{labels.title}</h1>
        <SegmentedControl
          label={labels.show}
          value={isReviewed ? "reviewed" : "open"}
          onChange={(tab) => onChange(tab === "reviewed")}
          options={[
            { value: "open", label: labels.open, ...shownCount(counts?.open, leavingCount) },
            { value: "reviewed", label: labels.reviewed, ...shownCount(counts?.reviewed, 0) },
          ]}
        />
        {counts?.medianMinutesToAnswer === undefined ? null : (
          <span className="caption" title={labels.medianHint}>
            {`${medianLabel(counts.medianMinutesToAnswer)} ${labels.medianScope}`}
          </span>
        )}
        <span className="screen-head__grow" />
        <ExportButton exporting={exporting} label={labels.export} />
      </div>
      <ExportNotice
        className="desk__export"
        exporting={exporting}
        preparing={labels.exporting}
        content={exportedLabel}
      />
    </>
  );
}

/**
 * Returns the escalation that is shown while none is selected: the first of the list. It stays when
 * another one moves before it, such as an emergency, because the user may be writing.
 */
function useSelection(shown: readonly Escalation[]): string {
  const [shownId, setShownId] = useState("");
  if (shown.some(({ id }) => id === shownId)) return shownId;
  const first = shown[0]?.id ?? "";
  if (first !== shownId) setShownId(first);
  return first;
}

/** Returns whether a colleague has claimed the escalation. */
function isOthers(escalation: Escalation | undefined, userId: string): boolean {
  return escalation !== undefined && toClaimState(escalation, userId) === "theirs";
}

function shownCount(count: number | undefined, fewer: number): { count?: number } {
  return count === undefined ? {} : { count: Math.max(0, count - fewer) };
}
