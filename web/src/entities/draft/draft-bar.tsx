import { type Draft, DraftState } from "../../gen/parlor/v1/draft_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Badge, Button, toast } from "../../ui";
import { toPlainText } from "./blocks";
import { DownloadMenu } from "./download-menu";
import { labels } from "./labels";
import { ShareMenu } from "./share-menu";
import { sharingLabels } from "./sharing-labels";
import { isActive } from "./use-live-draft";

type Props = {
  draft: Draft;
  canEdit: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onCopied: (id: string) => void;
};

function copy(text: string): void {
  navigator.clipboard.writeText(toPlainText(text)).then(
    () => toast.success(labels.copied),
    () => toast.error(labels.copyFailed),
  );
}

function cannotExport(draft: Draft): string | undefined {
  if (!draft.text) return labels.noText;
  return isActive(draft) ? labels.stillWriting : undefined;
}

function StateBadge({ draft }: { draft: Draft }) {
  if (isActive(draft)) {
    return (
      <Badge tone="info" icon="wait">
        {labels.writingVersion(draft.version)}
      </Badge>
    );
  }
  return (
    <>
      <Badge>{labels.version(draft.version)}</Badge>
      {draft.isTemplate ? <Badge tone="outline">{labels.template}</Badge> : null}
      {draft.state === DraftState.STOPPED ? (
        <Badge tone="warning">{draft.isOwn ? labels.stopped : sharingLabels.stopped}</Badge>
      ) : null}
    </>
  );
}

/** The title and state of a draft, and the actions on its text. */
export function DraftBar({ draft, canEdit, onEdit, onDelete, onCopied }: Props) {
  const { text } = draft;
  return (
    <div className="sheet-bar">
      <div className="sheet-bar__title row row--wrap">
        <p className="label truncate">{showDirectionMarks(draft.title)}</p>
        {draft.sharedAt ? (
          <Badge tone="info" icon="people">
            {sharingLabels.sharedBy(draft)}
          </Badge>
        ) : null}
        <StateBadge draft={draft} />
      </div>
      <div className="row row--wrap">
        {canEdit ? (
          <Button variant="quiet" size="small" icon="pen" onPress={onEdit}>
            {labels.edit}
          </Button>
        ) : null}
        <Button
          variant="quiet"
          size="small"
          icon="copy"
          reason={text ? undefined : labels.noText}
          onPress={() => copy(text)}
        >
          {labels.copy}
        </Button>
        <DownloadMenu draft={draft} disabled={cannotExport(draft)} />
        {draft.isOwn ? (
          <>
            <ShareMenu draft={draft} onCopied={onCopied} />
            <Button
              variant="quiet"
              size="small"
              icon="bin"
              aria-label={labels.delete}
              onPress={onDelete}
            />
          </>
        ) : null}
      </div>
    </div>
  );
}
