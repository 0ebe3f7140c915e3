import type { CatalogDraft } from "../../gen/parlor/v1/catalog_intent_pb";
import { useNow } from "../../lib/use-now";
import { Button, Icon } from "../../ui";
import { formatAskedAt, labels } from "./labels";
import type { UpdateUrlState } from "./url-state";
import type { CatalogActions } from "./use-catalog-actions";

type Props = {
  draft: CatalogDraft;
  canEdit: boolean;
  actions: CatalogActions;
  setUrlState: UpdateUrlState;
};

/** Summarizes the unpublished changes. Renders nothing if there are none. */
export function DraftBar({ draft, canEdit, actions, setUrlState }: Props) {
  const now = useNow();
  if (draft.changes === 0) return null;
  const last = draft.editedBy
    ? labels.lastEdit(draft.editedBy, formatAskedAt(draft.editedAt, now))
    : "";
  return (
    <div className="notice notice--warning draft-bar" role="status">
      <Icon name="pen" />
      <span className="row__grow">
        <span className="strong">{labels.unpublished(draft.changes)}</span>{" "}
        {labels.unpublishedHint(draft.published, last)}
      </span>
      {canEdit ? (
        <>
          <Button size="small" isDisabled={actions.busy} onPress={actions.discard}>
            {labels.discard}
          </Button>
          <Button size="small" variant="primary" onPress={() => setUrlState({ open: "publish" })}>
            {labels.publish}
          </Button>
        </>
      ) : null}
    </div>
  );
}
