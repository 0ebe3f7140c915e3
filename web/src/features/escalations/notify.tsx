import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { useDebounced } from "../../lib/debounced";
import { phoneWords } from "../../lib/names";
import { toProblem } from "../../rpc/problem";
import { Button, Checkbox, Skeleton } from "../../ui";
import type { Draft } from "./draft";
import { plain } from "./plain";
import { useNotice } from "./queries";

type Props = {
  escalation: Escalation;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  preview: ReturnType<typeof useNotice>;
  /** The text is still that of a moment ago. */
  stale: boolean;
};

function list(characters: readonly string[]): string {
  const shown = characters.slice(0, 6).join(" ");
  return characters.length > 6 ? `${shown} …` : shown;
}

/** How many segments, which characters cost, and a way to plain ones. */
function Price({ escalation, draft, change, preview }: Omit<Props, "stale">) {
  const notice = preview.data?.notice;
  const costly = notice?.costlyCharacters ?? [];
  const plainer = useDebounced(plain(draft.answer, costly), 300);
  const helps = costly.length > 0 && plainer !== draft.answer;
  const cheaper = useNotice(escalation.id, plainer, helps).data?.notice;
  if (!notice) return null;
  return (
    <p className="caption row row--between outcome__price">
      <span>
        To {phoneWords(notice.to)} · {notice.segments}{" "}
        {notice.segments === 1 ? "segment" : "segments"}
        {costly.length > 0 ? (
          <>
            , for <span className="strong costly">{list(costly)}</span>
          </>
        ) : null}
      </span>
      {helps ? (
        <Button
          variant="link"
          size="small"
          aria-label="Plain characters in the answer"
          onPress={() => change({ answer: plain(draft.answer, costly) })}
        >
          Plain{cheaper ? `: ${cheaper.segments}` : ""}
        </Button>
      ) : null}
    </p>
  );
}

/** What the homeowner will read, to the letter. */
export function Notify(props: Props) {
  const { draft, change, preview, stale } = props;
  const body = preview.data?.notice?.body;
  const empty = draft.answer.trim() === "";
  return (
    <section className="outcome" aria-label="Notify the homeowner">
      <div className="outcome__head">
        <Checkbox
          label={<span className="group-title">Notify homeowner</span>}
          isSelected={draft.notify}
          onChange={(notify) => change({ notify })}
        />
        {draft.notify ? <span className="caption">by text</span> : null}
      </div>
      {draft.notify && empty ? (
        <p className="caption">
          Write an answer: what the homeowner gets appears here, to the letter.
        </p>
      ) : draft.notify ? (
        <>
          {body !== undefined ? (
            <p className="exact-text outcome__text" aria-busy={stale || preview.isFetching}>
              {body}
            </p>
          ) : preview.error ? (
            <p className="caption" role="alert">
              The text cannot be shown. {toProblem(preview.error).title}{" "}
              <Button variant="link" size="small" onPress={() => preview.refetch()}>
                Try again
              </Button>
            </p>
          ) : (
            <Skeleton high="64px" />
          )}
          <Price {...props} />
        </>
      ) : (
        <p className="caption">Nobody is told. The answer is kept with the question.</p>
      )}
    </section>
  );
}
