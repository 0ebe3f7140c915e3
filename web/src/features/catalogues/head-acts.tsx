import { tell } from "../../forms/tell";
import { saveFile } from "../../lib/save-file";
import { Button, Menu, type MenuEntry } from "../../ui";
import { useExport } from "./queries";
import { catalogues, type Go, type Place } from "./use-place";

type Props = { place: Place; go: Go; may: boolean; onNew: () => void };

/** What concerns a whole catalogue. */
export function HeadActs({ place, go, may, onNew }: Props) {
  const exporting = useExport();
  const download = () =>
    exporting.mutate(
      { catalogue: catalogues[place.catalogue] },
      {
        onSuccess: ({ name, csv }) => saveFile(name, csv),
        onError: tell,
      },
    );
  const items: MenuEntry[] = [
    ...(may
      ? [
          {
            id: "import",
            label: "Import a file",
            icon: "plus",
            onAction: () => go({ open: "import" }),
          } as const,
        ]
      : []),
    { id: "export", label: "Export as CSV", icon: "download", onAction: download },
    {
      id: "versions",
      label: "Versions",
      icon: "clock",
      onAction: () => go({ open: "versions" }),
    },
    {
      id: "lacks",
      label: "What communities lack",
      icon: "chart",
      onAction: () => go({ open: "lacks" }),
    },
  ];
  return (
    <>
      <Menu
        label="This catalogue"
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
