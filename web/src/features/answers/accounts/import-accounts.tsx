import { ImportApply, ImportFile, LeftOut, useImportFile } from "../../../forms";
import type { ImportHomeownerAccountsResponse } from "../../../gen/parlor/v1/homeowner_service_pb";
import { Badge, Button, toast } from "../../../ui";
import { useLook, useTake } from "./use-accounts";
import { count, linesOf, nameOf } from "./words";

type Props = { communityId: string; onDone: () => void };

const changesOf = ({ added, changed, gone }: ImportHomeownerAccountsResponse) =>
  added + changed + gone;

/** Brings the accounts of a community in from a file. */
export function ImportAccounts({ communityId, onDone }: Props) {
  const look = useLook();
  const take = useTake();
  const of = useImportFile<ImportHomeownerAccountsResponse>({
    megabytes: 5,
    look: ({ data, whole }) => look.mutateAsync({ communityId, data, whole, dryRun: true }),
    take: async ({ name, data, whole }, would) => {
      await take.mutateAsync({ communityId, data, whole, preview: would.preview });
      toast.success({ title: `${count(changesOf(would), "account")} from ${name} taken over.` });
      onDone();
    },
  });
  const changes = of.would ? changesOf(of.would) : 0;
  return (
    <>
      <ImportFile
        of={of}
        columns="account, unit, name, phone, email, balance, balance date and collections. Only account has to be there."
        wholeLabel="The file has all accounts: remove those that it does not name"
      >
        {(would) => <Would would={would} />}
      </ImportFile>
      <div className="row">
        <ImportApply of={of} changes={changes} label={`Apply to ${count(changes, "account")}`} />
        <Button variant="quiet" onPress={onDone}>
          Cancel
        </Button>
      </div>
    </>
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
      <LeftOut
        count={rejectedCount}
        lines={rejected.map(({ line, number, reason }) => ({ line, name: number, reason }))}
      />
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
      {changesOf(would) > differences.length ? (
        <p className="caption">The first {differences.length} are shown.</p>
      ) : null}
    </>
  );
}
