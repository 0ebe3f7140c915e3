import { Button, Skeleton } from "../../ui";
import { useImpact } from "./queries";

/** How communities across the platform use the given intents. */
export function ImpactFigures({ keys }: { keys: readonly string[] }) {
  const { data, error, refetch } = useImpact(keys);
  if (error) {
    return (
      <p className="row row--wrap small secondary" role="alert">
        Couldn't load its use in communities.
        <Button variant="link" size="small" onPress={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  const impact = data?.impact;
  const figures = [
    ["Communities using it", impact?.communities],
    ["Answered", impact?.answered],
    ["Questions in 90 days", impact?.questions],
  ] as const;
  return (
    <dl className="figures" aria-busy={!impact}>
      {figures.map(([words, figure]) => (
        <div key={words} className="figure">
          <dt>{words}</dt>
          <dd>
            {figure === undefined ? (
              <Skeleton wide="40px" high="20px" />
            ) : (
              figure.toLocaleString("en")
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
