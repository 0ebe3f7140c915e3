import { type Draft, DraftState } from "../../gen/parlor/v1/draft_pb";
import { saveFile } from "../../lib/save-file";
import { Badge, Button, toast } from "../../ui";
import { toPlainText } from "./blocks";
import { toHtml } from "./html";
import { labels } from "./labels";
import { isActive } from "./use-live-draft";

type Props = { draft: Draft; canEdit: boolean; onEdit: () => void; onDelete: () => void };

function copy(text: string): void {
  navigator.clipboard.writeText(toPlainText(text)).then(
    () => toast.success(labels.copied),
    () => toast.error(labels.copyFailed),
  );
}

function download({ title, text }: Draft): void {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "draft";
  saveFile(`${name}.html`, toHtml(title, text), "text/html;charset=utf-8");
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
      {draft.state === DraftState.STOPPED ? <Badge tone="warning">{labels.stopped}</Badge> : null}
    </>
  );
}

/** The title of a draft, its state, and what can be done with its text. */
export function DraftBar({ draft, canEdit, onEdit, onDelete }: Props) {
  const { text } = draft;
  return (
    <div className="sheet-bar">
      <p className="label truncate">{draft.title}</p>
      <StateBadge draft={draft} />
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
      <Button
        variant="quiet"
        size="small"
        icon="download"
        reason={text ? undefined : labels.noText}
        aria-label={labels.downloadHtml}
        onPress={() => download(draft)}
      >
        {labels.html}
      </Button>
      <Button
        variant="quiet"
        size="small"
        icon="bin"
        aria-label={labels.delete}
        onPress={onDelete}
      />
    </div>
  );
}
