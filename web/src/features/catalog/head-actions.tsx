import { toastError } from "../../forms/toast-error";
import { saveFile } from "../../lib/save-file";
import { Button, Menu, type MenuEntry } from "../../ui";
import { useExportCatalog } from "./queries";
import { type CatalogUrlState, catalogs, type UpdateUrlState } from "./url-state";

type Props = {
  urlState: CatalogUrlState;
  setUrlState: UpdateUrlState;
  may: boolean;
  onNew: () => void;
};

/** Actions on a whole catalog. */
export function HeadActions({ urlState, setUrlState, may, onNew }: Props) {
  const exporting = useExportCatalog();
  const download = () =>
    exporting.mutate(
      { catalog: catalogs[urlState.catalog] },
      {
        onSuccess: ({ name, csv }) => saveFile(name, csv),
        onError: toastError,
      },
    );
  const items: MenuEntry[] = [
    ...(may
      ? [
          {
            id: "import",
            label: "Import a file",
            icon: "plus",
            onAction: () => setUrlState({ open: "import" }),
          } as const,
        ]
      : []),
    { id: "export", label: "Export as CSV", icon: "download", onAction: download },
    {
      id: "versions",
      label: "Versions",
      icon: "clock",
      onAction: () => setUrlState({ open: "versions" }),
    },
    {
      id: "lacks",
      label: "Knowledge gaps",
      icon: "chart",
      onAction: () => setUrlState({ open: "lacks" }),
    },
  ];
  return (
    <>
      <Menu
        label="This catalog"
        trigger={
          <Button size="small" icon="dots" aria-label="More" pending={exporting.isPending} />
        }
        items={items}
      />
      {may ? (
        <Button size="small" variant="primary" icon="plus" aria-label="New intent" onPress={onNew}>
          <span className="only-desk">New intent</span>
        </Button>
      ) : null}
    </>
  );
}
