import { useState } from "react";
import { FormProblem } from "../../forms";
import type {
  GetCataloguesResponse,
  ImportCatalogueResponse,
} from "../../gen/parlor/v1/catalogue_service_pb";
import { asDataUrl } from "../../lib/data-url";
import { toProblem } from "../../rpc/problem";
import { Button, Checkbox, FileDrop, Skeleton } from "../../ui";
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

type Chosen = { name: string; data: string };

const mostBytes = 8 * 1024 * 1024;
const accept =
  ".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A file is shown against the draft first, and then brought in as one change. */
export default function ImportDialog({ read, catalogue, acts, onClose }: Props) {
  const [file, setFile] = useState<Chosen>();
  const [whole, setWhole] = useState(false);
  const [refused, setRefused] = useState("");
  const trial = useImport();
  const bring = useImport();
  const asked = { version: acts.version, catalogue: catalogues[catalogue] };
  const look = (data: string, all: boolean) => {
    bring.reset();
    trial.mutate({ ...asked, data, whole: all, dryRun: true });
  };
  const take = async (chosen: File) => {
    setRefused("");
    if (chosen.size > mostBytes) return setRefused(`${chosen.name} is larger than 8 MB.`);
    try {
      const data = await asDataUrl(chosen);
      setFile({ name: chosen.name, data });
      look(data, whole);
    } catch {
      setRefused(`${chosen.name} could not be read. Choose it again.`);
    }
  };
  const apply = ({ name, data }: Chosen) =>
    bring.mutate(
      { ...asked, data, whole },
      {
        onSuccess: ({ draft, differences }) => {
          acts.offerUndo(
            `${count(differences.length, "change")} from ${name} in the draft.`,
            draft,
          );
          onClose();
        },
      },
    );
  const problem = trial.error ?? bring.error;
  const told = problem ? toProblem(problem) : undefined;
  const changes = trial.data?.differences.length ?? 0;
  return (
    <Sheet
      title={`Import into ${catalogueTitles[catalogue]}`}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={bring.isPending}
            isDisabled={!file || changes === 0}
            onPress={() => file && apply(file)}
          >
            {changes > 0 ? `Apply ${count(changes, "change")}` : "Apply"}
          </Button>
        </>
      }
    >
      <div className="stack stack--loose">
        <p className="secondary">
          The first line names the columns: category, intent, samples, and for the fine catalogue
          merged intent. An export has them all. Nothing changes before you apply it.
        </p>
        <FileDrop
          label="CSV or XLSX, up to 8 MB"
          accept={accept}
          onFile={(chosen) => void take(chosen)}
          chosen={file?.name}
          error={refused || told?.fields.data}
        />
        <Checkbox
          label="The file is the whole catalogue: remove what it does not name"
          isSelected={whole}
          onChange={(on) => {
            setWhole(on);
            if (file) look(file.data, on);
          }}
        />
        {trial.isPending ? <Skeleton wide="100%" high="72px" /> : null}
        {trial.data ? <Would would={trial.data} read={read} /> : null}
        <FormProblem problem={told && !told.fields.data ? told : undefined} />
      </div>
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
      {rejected.length > 0 ? (
        <section className="stack">
          <h3 className="label">{count(rejectedCount, "line")} left out</h3>
          <ul className="differences" aria-label="Lines that are left out">
            {rejected.map(({ line, title, reason }) => (
              <li key={`${line} ${title}`} className="difference">
                <span className="strong">
                  Line {line}
                  {title ? `: ${title}` : ""}
                </span>
                <span className="small secondary">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Differences differences={differences} read={read} label="What would change" />
    </>
  );
}
