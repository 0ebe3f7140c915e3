import { fileLabels } from "../../forms/file-labels";
import { toastError } from "../../forms/toast-error";
import { saveFile } from "../../lib/save-file";
import { Button, Menu, type MenuEntry } from "../../ui";
import { labels } from "./labels";
import { useExportCatalog } from "./queries";
import { type CatalogUrlState, catalogByName, type UpdateUrlState } from "./url-state";

type Props = {
  urlState: CatalogUrlState;
  setUrlState: UpdateUrlState;
  canEdit: boolean;
  onNew: () => void;
};

/** Actions on a whole catalog. */
export function HeaderActions({ urlState, setUrlState, canEdit, onNew }: Props) {
  const exporting = useExportCatalog();
  const download = () =>
    exporting.mutate(
      { catalog: catalogByName[urlState.catalog] },
      {
        onSuccess: ({ name, csv }) => saveFile(name, csv),
        onError: toastError,
      },
    );
  const items: MenuEntry[] = [
    ...(canEdit
      ? [
          {
            id: "import",
            label: fileLabels.import,
            icon: "plus",
            onAction: () => setUrlState({ open: "import" }),
          } as const,
        ]
      : []),
    { id: "export", label: fileLabels.exportCsv, icon: "download", onAction: download },
    {
      id: "versions",
      label: labels.versions,
      icon: "clock",
      onAction: () => setUrlState({ open: "versions" }),
    },
    {
      id: "lacks",
      label: labels.knowledgeGaps,
      icon: "chart",
      onAction: () => setUrlState({ open: "lacks" }),
    },
  ];
  return (
    <>
      <Menu
        label={labels.catalogActions}
        trigger={
          <Button size="small" icon="dots" aria-label={labels.more} pending={exporting.isPending} />
        }
        items={items}
      />
      {canEdit ? (
        <Button
          size="small"
          variant="primary"
          icon="plus"
          aria-label={labels.newIntent}
          onPress={onNew}
        >
          <span className="only-desk">{labels.newIntent}</span>
        </Button>
      ) : null}
    </>
  );
}
