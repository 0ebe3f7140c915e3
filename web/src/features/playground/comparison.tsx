import { useRef } from "react";
import { useSession } from "../../entities/session/session";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { draftKey, useStoredDraft } from "../../lib/drafts";
import { Button, ErrorState, toast } from "../../ui";
import { labels } from "./labels";
import { Questions } from "./questions";
import { Results } from "./results";
import { useCompare } from "./use-playground";
import {
  maxQuestions,
  parseQuestions,
  toVariant,
  type Variant,
  variantDifferences,
} from "./variant";
import { VariantCard } from "./variant-card";

/** Questions and variants. */
type PlaygroundDraft = { text?: string; left?: Variant; right?: Variant };

export function Comparison({ community }: { community: TextCommunity }) {
  const { user } = useSession();
  const [draft = {}, setDraft] = useStoredDraft<PlaygroundDraft>(
    draftKey("playground", user.id, community.id),
  );
  const { compared, compare, comparing, problem } = useCompare(community.id);
  const current = toVariant(community);
  const { text = "", left = current, right = current } = draft;
  const questions = parseQuestions(text);
  const outcome = useRef<HTMLDivElement>(null);
  const obstacle =
    questions.length === 0
      ? labels.noQuestions
      : questions.length > maxQuestions
        ? labels.tooMany(questions.length, maxQuestions)
        : undefined;
  const same = variantDifferences(left, right).length === 0;
  const card = { communityId: community.id, current };

  function run() {
    if (same) toast.info(labels.sameVariants);
    // In a narrow window the results are far below the button.
    compare(questions, left, right, () =>
      requestAnimationFrame(() => {
        const status = outcome.current?.querySelector("[role=status], [role=alert]");
        status?.scrollIntoView({ block: "nearest" });
      }),
    );
  }

  return (
    <>
      <div className="playground">
        <Questions
          communityId={community.id}
          text={text}
          count={questions.length}
          onChange={(next) => setDraft({ ...draft, text: next })}
        >
          <Button
            variant="primary"
            icon="flask"
            pending={comparing}
            reason={obstacle}
            onPress={run}
          >
            {labels.compare}
          </Button>
        </Questions>
        <VariantCard
          {...card}
          name="A"
          variant={left}
          onChange={(next) => setDraft({ ...draft, left: next })}
        />
        <VariantCard
          {...card}
          name="B"
          variant={right}
          onChange={(next) => setDraft({ ...draft, right: next })}
        />
      </div>
      <div ref={outcome}>
        {problem ? (
          <div className="turbo__state">
            <ErrorState problem={problem} onRetry={run} />
          </div>
        ) : (
          <Results communityId={community.id} compared={compared} />
        )}
      </div>
    </>
  );
}
