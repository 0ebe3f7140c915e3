import type { CatalogueDraft } from "../../gen/parlor/v1/catalogue_intent_pb";
import { useNow } from "../../lib/now";
import { Button, Icon } from "../../ui";
import type { Acts } from "./use-acts";
import type { Go } from "./use-place";
import { count, day } from "./words";

type Props = { draft: CatalogueDraft; may: boolean; acts: Acts; go: Go };

/** What is not published yet; nothing when all of it is. */
export function DraftBar({ draft, may, acts, go }: Props) {
  const now = useNow();
  if (draft.changes === 0) return null;
  const last = draft.editedBy ? `Last by ${draft.editedBy}, ${day(draft.editedAt, now)}.` : "";
  return (
    <div className="notice notice--warning draft-bar" role="status">
      <Icon name="pen" />
      <span className="row__grow">
        <span className="strong">
          {count(draft.changes, "change")} {draft.changes === 1 ? "is" : "are"} not published.
        </span>{" "}
        New communities start from version {draft.published} until then. {last}
      </span>
      {may ? (
        <>
          <Button size="small" isDisabled={acts.busy} onPress={acts.discard}>
            Discard
          </Button>
          <Button size="small" variant="primary" onPress={() => go({ open: "publish" })}>
            Publish
          </Button>
        </>
      ) : null}
    </div>
  );
}
