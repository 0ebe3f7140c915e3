import { Link } from "react-router";
import { AddCatalogue } from "../../forms/add-catalogue";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import type { Gap } from "../../gen/parlor/v1/gap_service_pb";
import { useNow } from "../../lib/now";
import { percent } from "../../lib/sure";
import { useCommunities } from "../../rpc/communities";
import { toProblem } from "../../rpc/problem";
import { Button, EmptyFace, ProblemFace, Select, Skeleton } from "../../ui";
import { Sheet } from "../../ui/table";
import { useContradictions, useGaps } from "./queries";
import { type CatalogueName, catalogues, type Go, type Place } from "./use-place";
import { askedWords } from "./words";

type Props = {
  place: Place;
  go: Go;
  may: boolean;
  /** Begins an intent with a question and other words for it. */
  onNew: (question: string, ways: readonly string[]) => void;
  onClose: () => void;
};

/** What communities lack: what was asked in vain, what contradicts itself, and whole catalogues. */
export default function Lacks({ place, go, may, onNew, onClose }: Props) {
  const { data = [] } = useCommunities();
  const community = data.find(({ id }) => id === place.community);
  return (
    <Sheet
      title="What communities lack"
      about="What residents asked and no answer fitted, in the last 90 days. A question that many ask may be worth an intent."
      onClose={onClose}
    >
      <div className="stack stack--loose">
        <Select
          label="Community"
          value={community?.id ?? ""}
          onChange={(next) => go({ community: next }, true)}
          options={[
            { value: "", label: "All communities" },
            ...data.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
        <Vain community={community} may={may} onNew={onNew} />
        {community ? (
          <Of key={community.id} community={community} catalogue={place.catalogue} may={may} />
        ) : (
          <p className="caption">
            Choose a community to see which of its answers seem to contradict each other, and to
            give it the questions of a catalogue.
          </p>
        )}
      </div>
    </Sheet>
  );
}

type VainProps = { community: TextCommunity | undefined } & Pick<Props, "may" | "onNew">;

function Vain({ community, may, onNew }: VainProps) {
  const now = useNow();
  const { data, error, refetch } = useGaps(community?.id ?? "");
  if (error && !data) {
    return <ProblemFace problem={toProblem(error)} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <div className="stack" aria-busy="true">
        <Skeleton wide="100%" high="56px" />
        <Skeleton wide="100%" high="56px" />
      </div>
    );
  }
  if (data.gaps.length === 0) {
    return (
      <EmptyFace
        title="Nothing was asked in vain"
        text="The bot knew something for each question so far."
      />
    );
  }
  return (
    <section className="stack" aria-label="Asked in vain">
      <h3 className="group-title">Asked in vain</h3>
      <ul className="differences">
        {data.gaps.map((gap) => (
          <Asked key={gap.id} gap={gap} words={askedWords(gap, now)} may={may} onNew={onNew} />
        ))}
      </ul>
      {data.more ? <p className="caption">Those asked most and last; there are more.</p> : null}
    </section>
  );
}

type AskedProps = { gap: Gap; words: string } & Pick<Props, "may" | "onNew">;

function Asked({ gap: { wordings, nearest }, words, may, onNew }: AskedProps) {
  const [question = "", ...others] = wordings;
  return (
    <li className="difference">
      <span className="strong">{question}</span>
      {others.map((other) => (
        <span key={other} className="small secondary">
          {other}
        </span>
      ))}
      <span className="row row--wrap">
        <span className="row__grow caption">
          {words}
          {nearest
            ? ` · nearest: “${nearest.question}”, ${percent(nearest.confidence)}`
            : " · nothing comes near"}
        </span>
        {may ? (
          <Button
            size="small"
            icon="plus"
            aria-label={`New intent: ${question}`}
            onPress={() => onNew(question, wordings)}
          >
            New intent
          </Button>
        ) : null}
      </span>
    </li>
  );
}

type OfProps = { community: TextCommunity; catalogue: CatalogueName; may: boolean };

/** What concerns one community alone. */
function Of({ community, catalogue, may }: OfProps) {
  const { id, label } = community;
  const { data, error, refetch } = useContradictions(id);
  const at = (answer = "") => `/turbo?${new URLSearchParams({ community: id, answer })}`;
  return (
    <>
      <section className="sheet__group" aria-label="Contradictions">
        <h3 className="group-title">Do these contradict each other?</h3>
        {error ? (
          <p className="small secondary" role="alert">
            The contradictions did not load.{" "}
            <Button variant="link" size="small" onPress={() => void refetch()}>
              Try again
            </Button>
          </p>
        ) : data ? (
          data.contradictions.length === 0 ? (
            <p className="small secondary">No answers of {label} seem to.</p>
          ) : (
            <ul className="differences">
              {data.contradictions.map(({ here, there, reasons }) => (
                <li key={`${here?.id} ${there?.id}`} className="difference">
                  <span className="strong">{reasons.join("; ")}</span>
                  {[here, there].map((answer) =>
                    answer ? (
                      <Link key={answer.id} className="small" to={at(answer.id)}>
                        {answer.question}
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
      {may ? (
        <section className="sheet__group" aria-label="Questions of a catalogue">
          <h3 className="group-title">Questions of a catalogue</h3>
          <p className="small secondary">
            {label} gets those that it lacks, as published, each waiting for its answer.
          </p>
          <AddCatalogue community={community} start={catalogues[catalogue]} />
        </section>
      ) : null}
    </>
  );
}
