import { Link } from "react-router";
import { Button, Count } from "../../../ui";
import { sharedLabels } from "../labels";
import { viewLabels } from "./labels";
import type { SavedViews } from "./use-saved-views";
import type { View } from "./views";

type Props = {
  builtIn: readonly View[];
  saved: SavedViews;
  current: string;
  /** Saves the current filters as a view. Unset if the filters offer it. */
  onSave?: () => void;
};

/** Views as tabs. The view that matches the current filters is selected, or can be saved. */
export function ViewTabs({ builtIn, saved, current, onSave }: Props) {
  return (
    <nav className="tabs tabs--views" aria-label={sharedLabels.views}>
      {[...builtIn, ...saved.views].map(({ id = "", name, search, count }) => (
        <Link
          key={`${id} ${name}`}
          className="tab"
          to={search}
          aria-current={search === current ? "page" : undefined}
        >
          {name}
          {count === undefined ? null : <Count value={count} />}
        </Link>
      ))}
      {saved.retry ? (
        <Button variant="link" size="small" icon="retry" onPress={saved.retry}>
          {viewLabels.notLoaded}
        </Button>
      ) : null}
      {onSave ? (
        <Button variant="quiet" size="small" icon="bookmark" onPress={onSave}>
          {viewLabels.save}
        </Button>
      ) : null}
    </nav>
  );
}
