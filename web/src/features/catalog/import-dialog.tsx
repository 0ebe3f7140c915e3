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
import { type CatalogName, catalogByName } from "./url-state";
import type { CatalogActions } from "./use-catalog-actions";
import { differenceSummary, importLabels, versionLabels } from "./version-labels";

type Props = {
  catalogs: GetCatalogsResponse;
  catalog: CatalogName;
  actions: CatalogActions;
  onClose: () => void;
};

/** Imports a file as a single change, after comparing it with the draft. */
export default function ImportDialog({ catalogs, catalog, actions, onClose }: Props) {
  const previewing = useImportCatalog();
  const applying = useImportCatalog();
  const target = { version: actions.version, catalog: catalogByName[catalog] };
  const importing = useImportFile<ImportCatalogResponse>({
    megabytes: 8,
    preview: ({ data, isChecked }) =>
      previewing.mutateAsync({ ...target, data, whole: isChecked, dryRun: true }),
    apply: async ({ name, data, isChecked }) => {
      const response = await applying.mutateAsync({ ...target, data, whole: isChecked });
      const { draft, differences } = response;
      if (!isResultLost(response)) {
        actions.offerUndo(importLabels.applied(differences.length, name), draft);
      }
      onClose();
    },
  });
  const changes = importing.previewed?.differences.length ?? 0;
  return (
    <Sheet
      title={importLabels.title(catalogTitles[catalog])}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{importLabels.cancel}</Button>
          <ImportApply
            importing={importing}
            changes={changes}
            label={importLabels.apply(changes)}
          />
        </>
      }
    >
      <ImportFile
        importing={importing}
        columns={importLabels.columns}
        checkboxLabel={importLabels.removeOthers}
      >
        {(previewed) => <ImportPreview previewed={previewed} catalogs={catalogs} />}
      </ImportFile>
    </Sheet>
  );
}

/** Previews the changes, and lists the skipped lines. */
function ImportPreview({
  previewed,
  catalogs,
}: {
  previewed: ImportCatalogResponse;
  catalogs: GetCatalogsResponse;
}) {
  const { differences, unchanged, rejected, rejectedCount } = previewed;
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
      <Differences differences={differences} catalogs={catalogs} label={versionLabels.changes} />
    </>
  );
}
