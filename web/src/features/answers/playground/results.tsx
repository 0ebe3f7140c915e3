import { type ReactNode, useState } from "react";
import {
  type Comparison,
  ReplyOutcome,
  type VariantReply,
  type VariantTotals,
} from "../../../gen/parlor/v1/playground_service_pb";
import { percent } from "../../../lib/sure";
import { Badge, Button, Switch } from "../../../ui";
import { isWordedOtherwise } from "./rules";
import { Spoken } from "./spoken";
import type { Compared } from "./use-playground";

function differing(count: number): string {
  if (count === 0) return "No difference";
  return count === 1 ? "1 differs" : `${count} differ`;
}

type Props = { communityId: string; compared: Compared | undefined };

/** What both variants would reply, question by question. */
export function Results({ communityId, compared }: Props) {
  const [only, setOnly] = useState(false);
  if (!compared) {
    return (
      <p className="small secondary playground__none">
        Write questions, or take some that are there, change a variant, and compare: here you see
        what residents would read from each.
      </p>
    );
  }
  const { result, changed, variants } = compared;
  const worded = isWordedOtherwise(variants.A, variants.B);
  const shown = result.comparisons.filter(({ differs }) => differs || !only);
  return (
    <section className="playground__results" aria-label="Comparison">
      <div className="row row--wrap playground__totals" role="status">
        <Total name="A" totals={result.left} />
        <Total name="B" totals={result.right} />
        <p className="small strong">
          {differing(result.differing)}
          {changed.size > 0 ? ` · ${changed.size} changed since the last comparison` : ""}
        </p>
        <span className="screen-head__grow" />
        <Switch label="Only what differs" isSelected={only} onChange={setOnly} />
      </div>
      {result.byMeaning ? null : (
        <p className="caption">
          Questions are compared by their words alone for now: no model has read what they mean.
        </p>
      )}
      {shown.length === 0 ? (
        <p className="small secondary playground__none">
          Both variants reply the same to every question.
        </p>
      ) : (
        <ul className="stack">
          {shown.map((one) => (
            <Row
              key={one.question}
              comparison={one}
              changed={changed.has(one.question)}
              spoken={
                worded
                  ? (name) => (
                      <Spoken
                        communityId={communityId}
                        question={one.question}
                        variant={variants[name]}
                      />
                    )
                  : undefined
              }
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Total({ name, totals }: { name: string; totals: VariantTotals | undefined }) {
  return (
    <p className="small">
      <span className="strong">{name}</span> {totals?.answered ?? 0} answered ·{" "}
      {totals?.toStaff ?? 0} to your team
      {totals?.askedBack ? ` · ${totals.askedBack} asked back` : ""}
    </p>
  );
}

type RowProps = {
  comparison: Comparison;
  changed: boolean;
  /** How the writing model would say it; unset where both tell it the same. */
  spoken: ((name: "A" | "B") => ReactNode) | undefined;
};

function Row({ comparison, changed, spoken }: RowProps) {
  const { question, left, right, differs } = comparison;
  const [heard, setHeard] = useState(false);
  const isSame = !differs && !spoken;
  return (
    <li className="panel compared" data-differs={differs || undefined}>
      <div className="row row--wrap compared__head">
        <h3 className="small strong row__grow">{question}</h3>
        {spoken && !heard && left?.answerId ? (
          <Button variant="link" size="small" onPress={() => setHeard(true)}>
            Hear the writing model
          </Button>
        ) : null}
        {differs ? <Badge tone="accent">Differs</Badge> : null}
        {changed ? <Badge tone="warning">Changed since</Badge> : null}
      </div>
      {isSame ? (
        <Side name="A and B" reply={left} />
      ) : (
        <div className="compared__sides">
          <Side name="A" reply={left} spoken={heard ? spoken?.("A") : undefined} />
          <Side name="B" reply={right} spoken={heard ? spoken?.("B") : undefined} />
        </div>
      )}
    </li>
  );
}

const ends: Partial<Record<ReplyOutcome, { tone: "success" | "warning" | "info"; words: string }>> =
  {
    [ReplyOutcome.ANSWERED]: { tone: "success", words: "Answered" },
    [ReplyOutcome.TO_STAFF]: { tone: "warning", words: "To your team" },
    [ReplyOutcome.COURTESY]: { tone: "info", words: "Greeted back" },
    [ReplyOutcome.ASKED_BACK]: { tone: "info", words: "Asked back" },
  };

type SideProps = { name: string; reply: VariantReply | undefined; spoken?: ReactNode };

function Side({ name, reply, spoken }: SideProps) {
  if (!reply) return null;
  const end = ends[reply.outcome];
  return (
    <div className="compared__side">
      <p className="row row--wrap">
        <span className="caption strong">{name}</span>
        {end ? <Badge tone={end.tone}>{end.words}</Badge> : null}
        {reply.confidence > 0 ? (
          <span className="caption">{percent(reply.confidence)} sure</span>
        ) : null}
      </p>
      <p className="small compared__text">{reply.text}</p>
      <p className="caption">{reply.reason}</p>
      {spoken}
    </div>
  );
}
