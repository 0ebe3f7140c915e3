import { useServiceRequestCounts } from "../../../entities/service-request/queries";
import type { StageCount } from "./column-header";
import { type Stage, type StageId, stages } from "./stages";

/** Loads the number of requests by column, of a community or of all. Undefined until loaded. */
export function useStageCounts(communityId: string): Record<StageId, StageCount> | undefined {
  const { data } = useServiceRequestCounts(communityId);
  if (!data) return undefined;
  const countOf = ({ states }: Stage): StageCount => {
    const those = data.counts.filter(({ state }) => states.includes(state));
    return {
      total: those.reduce((total, { count }) => total + count, 0),
      overdue: those.reduce((total, { overdueCount }) => total + overdueCount, 0),
      dueSoon: those.reduce((total, { dueSoonCount }) => total + dueSoonCount, 0),
    };
  };
  return Object.fromEntries(stages.map((stage) => [stage.id, countOf(stage)])) as Record<
    StageId,
    StageCount
  >;
}
