import { isResultLost } from "../../api/result-lost";
import { ImportApply, ImportFile, RejectedLines, useImportFile } from "../../forms";
import type {
  GetCatalogsResponse,
  ImportCatalogResponse,
} from "../../gen/parlor/v1/catalog_service_pb";
import { Button } from "../../ui";
import { Sheet } from "../../ui/table";
import { Differences } from "./differences";
import { catalogTitles, countLabel, differenceSummary, labels } from "./labels";
import { useImportCatalog } from "./queries";
import { type CatalogName, catalogs } from "./url-state";
import type { CatalogActions } from "./use-catalog-actions";

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
        actions.offerUndo(
          `${countLabel(differences.length, "change")} from ${name} in the draft.`,
          draft,
        );
      }
      onClose();
    },
  });
  const changes = of.would?.differences.length ?? 0;
  return (
    <Sheet
      title={labels.importInto(catalogTitles[catalog])}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{labels.cancel}</Button>
          <ImportApply of={of} changes={changes} label={`Apply ${countLabel(changes, "change")}`} />
        </>
      }
    >
      <ImportFile
        of={of}
        columns="category, intent, samples, and for the detailed catalog merged intent. An export has them all."
        tick={labels.removeIntentsNotFile}
      >
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
            ? labels.draftAlreadyIncludesEverythingFile
            : `${countLabel(differences.length, "intent")} would change.`}
        </span>{" "}
        {differences.length > 0 ? `${differenceSummary(differences)}. ` : ""}
        {unchanged > 0
          ? `${countLabel(unchanged, "intent")} of the file ${unchanged === 1 ? "stays as it is" : "stay as they are"}.`
          : ""}
      </p>
      <RejectedLines
        count={rejectedCount}
        lines={rejected.map(({ line, title, reason }) => ({ line, name: title, reason }))}
      />
      <Differences differences={differences} read={read} label={labels.changes} />
    </>
  );
}
