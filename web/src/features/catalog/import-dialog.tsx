import { isResultLost } from "../../api/result-lost";
import { ImportApply, ImportFile, RejectedLines, useImportFile } from "../../forms";
import type {
  GetCatalogsResponse,
  ImportCatalogResponse,
} from "../../gen/parlor/v1/catalog_service_pb";
import { Button } from "../../ui";
import { Sheet } from "../../ui/table";
import { Differences } from "./differences";
import { catalogTitles } from "./labels";
import { useImportCatalog } from "./queries";
import { type CatalogName, catalogs } from "./url-state";
import type { CatalogActions } from "./use-catalog-actions";
import { differenceSummary, importLabels, versionLabels } from "./version-labels";

type Props = {
  read: GetCatalogsResponse;
  catalog: CatalogName;
  actions: CatalogActions;
  onClose: () => void;
};

/** Imports a file as a single change, after comparing it with the draft. */
export default function ImportDialog({ read, catalog, actions, onClose }: Props) {
  const trial = useImportCatalog();
  const bring = useImportCatalog();
  const asked = { version: actions.version, catalog: catalogs[catalog] };
  const of = useImportFile<ImportCatalogResponse>({
    megabytes: 8,
    preview: ({ data, ticked }) =>
      trial.mutateAsync({ ...asked, data, whole: ticked, dryRun: true }),
    apply: async ({ name, data, ticked }) => {
      const response = await bring.mutateAsync({ ...asked, data, whole: ticked });
      const { draft, differences } = response;
      if (!isResultLost(response)) {
        actions.offerUndo(importLabels.applied(differences.length, name), draft);
      }
      onClose();
    },
  });
  const changes = of.would?.differences.length ?? 0;
  return (
    <Sheet
      title={importLabels.title(catalogTitles[catalog])}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{importLabels.cancel}</Button>
          <ImportApply of={of} changes={changes} label={importLabels.apply(changes)} />
        </>
      }
    >
      <ImportFile of={of} columns={importLabels.columns} tick={importLabels.removeOthers}>
        {(would) => <ImportPreview would={would} read={read} />}
      </ImportFile>
    </Sheet>
  );
}

/** Previews the changes, and lists the skipped lines. */
function ImportPreview({
  would,
  read,
}: {
  would: ImportCatalogResponse;
  read: GetCatalogsResponse;
}) {
  const { differences, unchanged, rejected, rejectedCount } = would;
  return (
    <>
      <p role="status">
        <span className="strong">
          {differences.length === 0
            ? importLabels.noChanges
            : importLabels.changed(differences.length)}
        </span>{" "}
        {differences.length > 0 ? `${differenceSummary(differences)}. ` : ""}
        {unchanged > 0 ? importLabels.unchanged(unchanged) : ""}
      </p>
      <RejectedLines
        count={rejectedCount}
        lines={rejected.map(({ line, title, reason }) => ({ line, name: title, reason }))}
      />
      <Differences differences={differences} read={read} label={versionLabels.changes} />
    </>
  );
}
