// What the homeowner will read, to the letter, and where it goes.

import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { useDebounced } from "../../lib/debounced";
import { phoneWords } from "../../lib/names";
import { toProblem } from "../../rpc/problem";
import { Button, Skeleton } from "../../ui";
import type { Draft } from "./draft";
import { plain } from "./plain";
import { useNotice } from "./queries";

export type ExactProps = {
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
function Price({ escalation, draft, change, preview }: Omit<ExactProps, "stale">) {
  const notice = preview.data?.notice;
  const costly = notice?.costlyCharacters ?? [];
  const plainer = useDebounced(plain(draft.answer, costly), 300);
  const helps = costly.length > 0 && plainer !== draft.answer;
  const cheaper = useNotice(escalation.id, plainer, "text", helps).data?.notice;
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

function Failed({ draft, change, preview }: Omit<ExactProps, "stale">) {
  const { title, text, reason } = toProblem(preview.error);
  const noMail = reason === "EMAIL_NOT_SET_UP";
  return (
    <p className="caption" role="alert">
      {noMail ? null : `The ${draft.channel === "email" ? "mail" : "text"} cannot be shown. `}
      {title} {noMail ? text : null}{" "}
      <Button
        variant="link"
        size="small"
        onPress={() => (noMail ? change({ channel: "text" }) : void preview.refetch())}
      >
        {noMail ? "Notify by text" : "Try again"}
      </Button>
    </p>
  );
}

export function Exact(props: ExactProps) {
  const { preview, stale } = props;
  const notice = preview.data?.notice;
  if (preview.error) return <Failed {...props} />;
  if (!notice) return <Skeleton high="64px" />;
  return (
    <>
      <p
        className="exact-text outcome__text"
        aria-busy={stale || preview.isPlaceholderData || preview.isFetching}
      >
        {notice.body.trimEnd()}
      </p>
      {notice.subject ? (
        <p className="caption outcome__price">
          To {notice.to} · “{notice.subject}”
        </p>
      ) : (
        <Price {...props} />
      )}
    </>
  );
}
