import { useEffect, useState } from "react";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { useMedia } from "../../lib/media";
import { useKeys } from "../../lib/use-keys";
import { toProblem } from "../../rpc/problem";
import { ProblemFace, Segments } from "../../ui";
import { DeskSkeleton } from "../../ui/desk";
import { Detail } from "./detail";
import { dropOldDrafts } from "./draft";
import "./escalations.css";
import { writeOn } from "../../lib/write-on";
import { ExportButton, ExportNotice } from "./export";
import { Filters } from "./filters";
import { List } from "./list";
import { NothingWaits } from "./nothing-waits";
import { useCounts, useEscalations, useExport, useLeaving } from "./queries";
import { useActs } from "./use-acts";
import { usePlace } from "./use-place";

const answerId = "escalation-answer";

/** Questions that the bot could not handle: a list, and the one that is at hand. */
export default function EscalationsPage() {
  const [place, go] = usePlace();
  const narrow = useMedia("(max-width: 760px)");
  const query = useEscalations(place);
  const counts = useCounts(place.community).data;
  const leaving = useLeaving();
  const exporting = useExport();
  useEffect(() => dropOldDrafts(), []);

  const all = query.data?.pages.flatMap((page) => page.escalations) ?? [];
  const shown = place.reviewed ? all : all.filter(({ id }) => !leaving.has(id));
  const laid = useLaid(shown);
  // A wide desk always has something on it; a phone shows the list first.
  const selected = place.id || (narrow ? "" : laid);
  const at = shown.findIndex(({ id }) => id === selected);

  const walk = (step: number) => {
    const next = shown[at < 0 ? 0 : at + step];
    if (next) go({ id: next.id }, true);
  };
  const acts = useActs({
    onLeave: (id) => {
      if (narrow) return go({ id: "" });
      const from = shown.findIndex((one) => one.id === id);
      go({ id: (shown[from + 1] ?? shown[from - 1])?.id ?? "" }, true);
    },
    onReturn: (id) => go({ id, reviewed: false }, true),
  });
  useKeys({ j: () => walk(1), k: () => walk(-1), e: () => writeOn(answerId) });

  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">Escalations</h1>
        <Segments
          label="Show"
          value={place.reviewed ? "reviewed" : "open"}
          onChange={(tab) => go({ reviewed: tab === "reviewed", id: "" })}
          options={[
            { value: "open", label: "Open", ...shownCount(counts?.open, leaving.size) },
            { value: "reviewed", label: "Reviewed", ...shownCount(counts?.reviewed, 0) },
          ]}
        />
        <span className="screen-head__grow" />
        <ExportButton exporting={exporting} />
      </div>
      <ExportNotice exporting={exporting} />
      <div className="desk" data-view={place.id ? "detail" : "list"}>
        <section
          className="desk__list"
          aria-label={place.reviewed ? "Reviewed escalations" : "Open escalations"}
          aria-busy={query.isPending}
        >
          <Filters place={place} onChange={(change) => go({ ...change, id: "" })} />
          {query.data ? (
            shown.length > 0 ? (
              <List escalations={shown} selected={selected} place={place} query={query} />
            ) : (
              <NothingWaits place={place} reviewed={counts?.reviewed ?? 0} go={go} />
            )
          ) : query.error ? (
            <ProblemFace
              title="The list did not load"
              problem={toProblem(query.error)}
              onRetry={() => query.refetch()}
            />
          ) : (
            <DeskSkeleton label="Loading escalations" />
          )}
        </section>
        <Detail
          id={selected}
          listed={shown[at]}
          loading={query.isPending}
          acts={acts}
          answerId={answerId}
          onBack={() => go({ id: "" })}
        />
      </div>
    </>
  );
}

/**
 * What lies on the desk while nobody chose: the first of the list. It stays there when another
 * one comes before it, as an emergency does; somebody may be writing.
 */
function useLaid(shown: readonly Escalation[]): string {
  const [laid, lay] = useState("");
  if (shown.some(({ id }) => id === laid)) return laid;
  const first = shown[0]?.id ?? "";
  if (first !== laid) lay(first);
  return first;
}

function shownCount(count: number | undefined, fewer: number): { count?: number } {
  return count === undefined ? {} : { count: Math.max(0, count - fewer) };
}
