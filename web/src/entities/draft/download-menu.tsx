import { toastError } from "../../forms/toast-error";
import { type Draft, DraftKind } from "../../gen/parlor/v1/draft_pb";
import { saveFile, toBytes } from "../../lib/save-file";
import { Button, Menu } from "../../ui";
import { useSession } from "../session/session";
import { toHtml } from "./html";
import { labels } from "./labels";
import { useExportDraft } from "./queries";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

function saveHtml({ title, text }: Draft): void {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, " ").trim() || labels.draft;
  saveFile(`${name}.html`, toHtml(title, text), "text/html;charset=utf-8");
}

/** Saves a draft as a file, or prints it. */
export function DownloadMenu({ draft, disabled }: { draft: Draft; disabled: string | undefined }) {
  const exporting = useExportDraft();
  const { user } = useSession();
  const { id, title, text } = draft;
  const saveDocx = async () => {
    try {
      const { name, data } = await exporting(id);
      saveFile(name, toBytes(data), docx);
    } catch (error) {
      toastError(error);
    }
  };
  // Loaded on demand, because few drafts are printed.
  const header = draft.kind === DraftKind.LETTER ? user.headerImageUrl : "";
  const print = () =>
    void import("./print").then(({ printTexts }) => printTexts(title, [text], header));
  const trigger = (
    <Button variant="quiet" size="small" icon="download" reason={disabled}>
      {labels.download}
    </Button>
  );
  if (disabled) return trigger;
  return (
    <Menu
      trigger={trigger}
      label={labels.download}
      items={[
        { id: "docx", label: labels.docx, icon: "note", onAction: () => void saveDocx() },
        { id: "html", label: labels.html, icon: "globe", onAction: () => saveHtml(draft) },
        { id: "print", label: labels.print, icon: "download", onAction: print },
      ]}
    />
  );
}
