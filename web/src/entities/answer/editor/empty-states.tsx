import { Suspense } from "react";
import { lazyWithReload } from "../../../lib/lazy";
import { Button, EmptyState } from "../../../ui";
import { useSession } from "../../session/session";
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
      title="No answers yet"
      text={`Add what the bot should tell residents of ${label}. Until then, every question goes to your team.`}
      action={
        <>
          <Button variant="primary" icon="plus" onPress={onAdd}>
            Add the first answer
          </Button>
          {user.parlorRole === "admin" ? (
            <>
              <p>Or start with common questions:</p>
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
        title="Nothing expires soon"
        text="Answers that expire within two weeks appear here."
        action={<Button onPress={onAll}>Show all answers</Button>}
      />
    );
  }
  const where = urlState.category ? ` about ${urlState.category}` : "";
  return (
    <EmptyState
      title="No results"
      text={`No answer${where} has “${urlState.search.trim()}”.`}
      action={<Button onPress={onAll}>Show all answers</Button>}
    />
  );
}
