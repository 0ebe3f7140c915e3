import { Link } from "react-router";
import { toProblem } from "../../api/problem";
import { SeedAnswers } from "../../entities/answer/seed-answers";
import { useCommunities } from "../../entities/community/use-communities";
import { labels as unansweredLabels } from "../../entities/unanswered-question/labels";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import type { UnansweredQuestion } from "../../gen/parlor/v1/unanswered_question_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatPercent } from "../../lib/format-number";
import { useNow } from "../../lib/use-now";
import { Button, EmptyState, ErrorState, Select, Skeleton } from "../../ui";
import { Sheet } from "../../ui/table";
import { frequencyLabel, gapLabels } from "./gap-labels";
import { labels } from "./labels";
import { useContradictions, useGaps } from "./queries";
import {
  type CatalogName,
  type CatalogUrlState,
  catalogByName,
  type UpdateUrlState,
} from "./url-state";

type Props = {
  urlState: CatalogUrlState;
  setUrlState: UpdateUrlState;
  canEdit: boolean;
  /** Starts a new intent with a question and other phrasings. */
  onNew: (question: string, phrasings: readonly string[]) => void;
  onClose: () => void;
};

/** Knowledge gaps: unanswered questions, conflicting answers, and missing catalog questions. */
export default function KnowledgeGaps({ urlState, setUrlState, canEdit, onNew, onClose }: Props) {
  const { data = [] } = useCommunities();
  const community = data.find(({ id }) => id === urlState.community);
  return (
    <Sheet title={labels.knowledgeGaps} about={gapLabels.about} onClose={onClose}>
      <div className="stack stack--loose">
        <Select
          label={gapLabels.community}
          value={community?.id ?? ""}
          onChange={(next) => setUrlState({ community: next }, true)}
          options={[
            { value: "", label: gapLabels.allCommunities },
            ...data.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
        <UnansweredQuestions community={community} canEdit={canEdit} onNew={onNew} />
        {community ? (
          <CommunitySelect
            key={community.id}
            community={community}
            catalog={urlState.catalog}
            canEdit={canEdit}
          />
        ) : (
          <p className="caption">{gapLabels.communityHint}</p>
        )}
      </div>
    </Sheet>
  );
}

type UnansweredQuestionsProps = { community: TextCommunity | undefined } & Pick<
  Props,
  "canEdit" | "onNew"
>;

function UnansweredQuestions({ community, canEdit, onNew }: UnansweredQuestionsProps) {
  const now = useNow();
  const { data, error, refetch } = useGaps(community?.id ?? "");
  if (error && !data) {
    return <ErrorState problem={toProblem(error)} onRetry={() => refetch()} />;
  }
  if (!data) {
    return (
      <div className="stack" aria-busy="true">
        <Skeleton wide="100%" high="56px" />
        <Skeleton wide="100%" high="56px" />
      </div>
    );
  }
  if (data.unansweredQuestions.length === 0) {
    return <EmptyState title={unansweredLabels.emptyTitle} text={gapLabels.noUnansweredHint} />;
  }
  return (
    <section className="stack" aria-label={unansweredLabels.title}>
      <h3 className="group-title">{unansweredLabels.title}</h3>
      <ul className="differences">
        {data.unansweredQuestions.map((unanswered) => (
          <QuestionItem
            key={unanswered.id}
            unanswered={unanswered}
            words={frequencyLabel(unanswered, now)}
            canEdit={canEdit}
            onNew={onNew}
          />
        ))}
      </ul>
      {data.hasMore ? <p className="caption">{gapLabels.unansweredLimit}</p> : null}
    </section>
  );
}

type QuestionItemProps = { unanswered: UnansweredQuestion; words: string } & Pick<
  Props,
  "canEdit" | "onNew"
>;

function QuestionItem({
  unanswered: { utterances, closestAnswer },
  words,
  canEdit,
  onNew,
}: QuestionItemProps) {
  const [question = "", ...others] = utterances;
  return (
    <li className="difference">
      <span className="strong">{showDirectionMarks(question)}</span>
      {others.map((other) => (
        <span key={other} className="small secondary">
          {showDirectionMarks(other)}
        </span>
      ))}
      <span className="row row--wrap">
        <span className="row__grow caption">
          {words}
          {` · ${
            closestAnswer
              ? gapLabels.closestAnswer(
                  showDirectionMarks(closestAnswer.question),
                  formatPercent(closestAnswer.confidence),
                )
              : gapLabels.noSimilarAnswer
          }`}
        </span>
        {canEdit ? (
          <Button
            size="small"
            icon="plus"
            aria-label={gapLabels.newIntentFor(showDirectionMarks(question))}
            onPress={() => onNew(question, utterances)}
          >
            {labels.newIntent}
          </Button>
        ) : null}
      </span>
    </li>
  );
}

type CommunitySelectProps = { community: TextCommunity; catalog: CatalogName; canEdit: boolean };

/** Selects the community whose gaps are shown. */
function CommunitySelect({ community, catalog, canEdit }: CommunitySelectProps) {
  const { id, label } = community;
  const { data, error, refetch } = useContradictions(id);
  const at = (answer = "") => `/turbo?${new URLSearchParams({ community: id, answer })}`;
  return (
    <>
      <section className="sheet__group" aria-label={gapLabels.conflicts}>
        <h3 className="group-title">{gapLabels.conflicts}</h3>
        {error ? (
          <p className="small secondary" role="alert">
            {gapLabels.conflictsFailed}{" "}
            <Button variant="link" size="small" onPress={() => void refetch()}>
              {labels.tryAgain}
            </Button>
          </p>
        ) : data ? (
          data.contradictions.length === 0 ? (
            <p className="small secondary">{gapLabels.noConflicts(label)}</p>
          ) : (
            <ul className="differences">
              {data.contradictions.map(({ first, second, reasons }) => (
                <li key={`${first?.id} ${second?.id}`} className="difference">
                  <span className="strong">{reasons.join("; ")}</span>
                  {[first, second].map((answer) =>
                    answer ? (
                      <Link key={answer.id} className="small" to={at(answer.id)}>
                        {showDirectionMarks(answer.question)}
                      </Link>
                    ) : null,
                  )}
                </li>
              ))}
            </ul>
          )
        ) : (
          <Skeleton wide="100%" high="40px" />
        )}
      </section>
      {canEdit ? (
        <section className="sheet__group" aria-label={gapLabels.catalogQuestions}>
          <h3 className="group-title">{gapLabels.catalogQuestions}</h3>
          <p className="small secondary">{gapLabels.catalogQuestionsHint(label)}</p>
          <SeedAnswers community={community} start={catalogByName[catalog]} />
        </section>
      ) : null}
    </>
  );
}
