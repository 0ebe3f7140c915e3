import { formatNumber } from "../../lib/format-number";
import { Button, Skeleton } from "../../ui";
import { intentLabels, labels } from "./labels";
import { useImpact } from "./queries";

/** How communities across the platform use the given intents. */
export function ImpactFigures({ keys }: { keys: readonly string[] }) {
  const { data, error, refetch } = useImpact(keys);
  if (error) {
    return (
      <p className="row row--wrap small secondary" role="alert">
        {intentLabels.impactFailed}
        <Button variant="link" size="small" onPress={() => void refetch()}>
          {labels.tryAgain}
        </Button>
      </p>
    );
  }
  const impact = data?.impact;
  const figures = [
    [intentLabels.communities, impact?.communities],
    [intentLabels.answered, impact?.answered],
    [intentLabels.questions, impact?.questions],
  ] as const;
  return (
    <dl className="figures" aria-busy={!impact}>
      {figures.map(([words, figure]) => (
        <div key={words} className="impact-figure">
          <dt>{words}</dt>
          <dd>
            {figure === undefined ? <Skeleton wide="40px" high="20px" /> : formatNumber(figure)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
