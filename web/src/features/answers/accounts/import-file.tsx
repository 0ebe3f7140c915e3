import { useState } from "react";
import { FormProblem } from "../../../forms";
import type { ImportHomeownerAccountsResponse } from "../../../gen/parlor/v1/homeowner_service_pb";
import { asDataUrl } from "../../../lib/data-url";
import { toProblem } from "../../../rpc/problem";
import { Badge, Button, Checkbox, FileDrop, Skeleton, toast } from "../../../ui";
import { useLook, useTake } from "./use-accounts";
import { count, linesOf, nameOf } from "./words";

type Props = { communityId: string; onDone: () => void };
type Chosen = { name: string; data: string };

const mostBytes = 5 * 1024 * 1024;
const accept =
  ".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A file is looked at first, and then does what was seen, or nothing. */
export function ImportFile({ communityId, onDone }: Props) {
  const [file, setFile] = useState<Chosen>();
  const [whole, setWhole] = useState(false);
  const [refused, setRefused] = useState("");
  const look = useLook();
  const take = useTake();
  const show = (data: string, all: boolean) => {
    take.reset();
    look.mutate({ communityId, data, whole: all, dryRun: true });
  };
  const choose = async (chosen: File) => {
    setRefused("");
    if (chosen.size > mostBytes) return setRefused(`${chosen.name} is larger than 5 MB.`);
    try {
      const data = await asDataUrl(chosen);
      setFile({ name: chosen.name, data });
      show(data, whole);
    } catch {
      setRefused(`${chosen.name} could not be read. Choose it again.`);
    }
  };
  const problem = look.error ?? take.error;
  const told = problem ? toProblem(problem) : undefined;
  const would = look.data;
  const changes = would ? would.added + would.changed + would.gone : 0;
  const apply = ({ name, data }: Chosen, preview: string) =>
    take.mutate(
      { communityId, data, whole, preview },
      {
        onSuccess: () => {
          toast.success({ title: `${count(changes, "account")} from ${name} taken over.` });
          onDone();
        },
      },
    );
  return (
    <div className="stack stack--loose">
      <p className="secondary">
        The first line names the columns: account, unit, name, phone, email, balance, balance date
        and collections. Only account has to be there. Nothing changes before you apply it.
      </p>
      <FileDrop
        label="CSV or XLSX, up to 5 MB"
        accept={accept}
        onFile={(chosen) => void choose(chosen)}
        chosen={file?.name}
        error={refused || told?.fields.data}
      />
      <Checkbox
        label="The file has all accounts: remove those that it does not name"
        isSelected={whole}
        onChange={(on) => {
          setWhole(on);
          if (file) show(file.data, on);
        }}
      />
      {look.isPending ? <Skeleton wide="100%" high="72px" /> : null}
      {would ? <Would would={would} /> : null}
      <FormProblem problem={told && !told.fields.data ? told : undefined} />
      <div className="row">
        <Button
          variant="primary"
          pending={take.isPending}
          isDisabled={!file || changes === 0}
          onPress={() => file && would && apply(file, would.preview)}
        >
          {changes > 0 ? `Apply to ${count(changes, "account")}` : "Apply"}
        </Button>
        <Button variant="quiet" onPress={onDone}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** What the file would do, and the lines that are left out. */
function Would({ would }: { would: ImportHomeownerAccountsResponse }) {
  const { added, changed, gone, unchanged, rejected, rejectedCount, differences } = would;
  return (
    <>
      <p role="status">
        <span className="strong">
          {added} new, {changed} changed, {gone} removed.
        </span>{" "}
        {count(unchanged, "account")} {unchanged === 1 ? "stays as it is." : "stay as they are."}
      </p>
      {rejected.length > 0 ? (
        <section className="stack">
          <h3 className="label">{count(rejectedCount, "line")} left out</h3>
          <ul className="table-cards" aria-label="Lines that are left out">
            {rejected.map(({ line, number, reason }) => (
              <li key={line} className="table-card">
                <span className="strong">
                  Line {line}
                  {number ? `: ${number}` : ""}
                </span>
                <span className="small secondary">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <ul className="table-cards" aria-label="What would change">
        {differences.map((difference) => {
          const one = difference.after ?? difference.before;
          if (!one) return null;
          return (
            <li key={one.number} className="table-card">
              <span className="row row--wrap">
                <span className="strong">{nameOf(one)}</span>
                <span className="secondary">{one.number}</span>
                {!difference.before ? <Badge tone="success">New</Badge> : null}
                {!difference.after ? <Badge tone="danger">Removed</Badge> : null}
              </span>
              {linesOf(difference).map((line) => (
                <span key={line} className="small secondary">
                  {line}
                </span>
              ))}
            </li>
          );
        })}
      </ul>
      {added + changed + gone > differences.length ? (
        <p className="caption">The first {differences.length} are shown.</p>
      ) : null}
    </>
  );
}
