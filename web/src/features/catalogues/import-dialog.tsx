import { ImportApply, ImportFile, LeftOut, useImportFile } from "../../forms";
import type {
  GetCataloguesResponse,
  ImportCatalogueResponse,
} from "../../gen/parlor/v1/catalogue_service_pb";
import { Button } from "../../ui";
import { Sheet } from "../../ui/table";
import { Differences } from "./differences";
import { useImport } from "./queries";
import type { Acts } from "./use-acts";
import { type CatalogueName, catalogues } from "./use-place";
import { catalogueTitles, count, tally } from "./words";

type Props = {
  read: GetCataloguesResponse;
  catalogue: CatalogueName;
  acts: Acts;
  onClose: () => void;
};

/** A file is shown against the draft first, and then brought in as one change. */
export default function ImportDialog({ read, catalogue, acts, onClose }: Props) {
  const trial = useImport();
  const bring = useImport();
  const asked = { version: acts.version, catalogue: catalogues[catalogue] };
  const of = useImportFile<ImportCatalogueResponse>({
    megabytes: 8,
    look: ({ data, ticked }) => trial.mutateAsync({ ...asked, data, whole: ticked, dryRun: true }),
    take: async ({ name, data, ticked }) => {
      const { draft, differences } = await bring.mutateAsync({ ...asked, data, whole: ticked });
      acts.offerUndo(`${count(differences.length, "change")} from ${name} in the draft.`, draft);
      onClose();
    },
  });
  const changes = of.would?.differences.length ?? 0;
  return (
    <Sheet
      title={`Import into ${catalogueTitles[catalogue]}`}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <ImportApply of={of} changes={changes} label={`Apply ${count(changes, "change")}`} />
        </>
      }
    >
      <ImportFile
        of={of}
        columns="category, intent, samples, and for the fine catalogue merged intent. An export has them all."
        tick="The file is the whole catalogue: remove what it does not name"
      >
        {(would) => <Would would={would} read={read} />}
      </ImportFile>
    </Sheet>
  );
}

/** What the file would do, and the lines that are left out. */
function Would({ would, read }: { would: ImportCatalogueResponse; read: GetCataloguesResponse }) {
  const { differences, unchanged, rejected, rejectedCount } = would;
  return (
    <>
      <p role="status">
        <span className="strong">
          {differences.length === 0
            ? "The draft has all of it already."
            : `${count(differences.length, "intent")} would change.`}
        </span>{" "}
        {differences.length > 0 ? `${tally(differences)}. ` : ""}
        {unchanged > 0
          ? `${count(unchanged, "intent")} of the file ${unchanged === 1 ? "stays as it is" : "stay as they are"}.`
          : ""}
      </p>
      <LeftOut
        count={rejectedCount}
        lines={rejected.map(({ line, title, reason }) => ({ line, name: title, reason }))}
      />
      <Differences differences={differences} read={read} label="What would change" />
    </>
  );
}
