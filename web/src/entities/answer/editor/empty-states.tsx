import { Suspense } from "react";
import { lazyWithReload } from "../../../lib/lazy";
import { Button, EmptyState } from "../../../ui";
import { useSession } from "../../session/session";
import { labels } from "./labels";
import type { KnowledgeUrlState } from "./url-state";

/** Loaded on demand, because few communities have no answers. */
const SeedAnswers = lazyWithReload(async () => ({
  default: (await import("../seed-answers")).SeedAnswers,
}));

/** Empty state of a community without answers. */
export function NoAnswers({ id, label, onAdd }: { id: string; label: string; onAdd: () => void }) {
  const { user } = useSession();
  return (
    <EmptyState
      title={labels.emptyTitle}
      text={labels.emptyText(label)}
      action={
        <>
          <Button variant="primary" icon="plus" onPress={onAdd}>
            {labels.addFirst}
          </Button>
          {user.parlorRole === "admin" ? (
            <>
              <p>{labels.orCommonQuestions}</p>
              <Suspense>
                <SeedAnswers community={{ id, label }} />
              </Suspense>
            </>
          ) : null}
        </>
      }
    />
  );
}

/** Empty state of a search without matches. */
export function NothingFound({
  urlState,
  onAll,
}: {
  urlState: KnowledgeUrlState;
  onAll: () => void;
}) {
  if (urlState.expiringOnly && !urlState.search) {
    return (
      <EmptyState
        title={labels.noneExpiringTitle}
        text={labels.noneExpiringText}
        action={<Button onPress={onAll}>{labels.showAll}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={labels.noResultsTitle}
      text={labels.noResultsText(urlState.search.trim(), urlState.category)}
      action={<Button onPress={onAll}>{labels.showAll}</Button>}
    />
  );
}
