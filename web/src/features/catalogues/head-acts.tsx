import { Suspense, useState } from "react";
import type { GetCataloguesResponse } from "../../gen/parlor/v1/catalogue_service_pb";
import { part } from "../../lib/load";
import { toProblem } from "../../rpc/problem";
import { Button, Menu, type MenuEntry, toast } from "../../ui";
import { useExport } from "./queries";
import type { Acts } from "./use-acts";
import { catalogues, type Go, type Place } from "./use-place";

const NewDialog = part(() => import("./new-dialog"));

type Props = { place: Place; go: Go; read: GetCataloguesResponse; may: boolean; acts: Acts };

/** Hands a text over as a file. */
function save(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** What concerns a whole catalogue. */
export function HeadActs({ place, go, read, may, acts }: Props) {
  const [adding, setAdding] = useState(false);
  const exporting = useExport();
  const download = () =>
    exporting.mutate(
      { catalogue: catalogues[place.catalogue] },
      {
        onSuccess: ({ name, csv }) => save(name, csv),
        onError: (error) => toast.error({ ...toProblem(error), duration: 8000 }),
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
        <Button size="small" variant="primary" icon="plus" onPress={() => setAdding(true)}>
          New intent
        </Button>
      ) : null}
      {adding ? (
        <Suspense>
          <NewDialog
            read={read}
            catalogue={place.catalogue}
            acts={acts}
            onClose={() => setAdding(false)}
            onDone={(intent) => {
              setAdding(false);
              go({ intent, words: "" });
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
