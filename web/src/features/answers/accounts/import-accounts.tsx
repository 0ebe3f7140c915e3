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
    look: ({ data, ticked }) =>
      look.mutateAsync({ communityId, data, whole: ticked, dryRun: true }),
    take: async ({ name, data, ticked }, would) => {
      await take.mutateAsync({ communityId, data, whole: ticked, preview: would.preview });
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
        tick="The file has all accounts: remove those that it does not name"
      >
        {(would) => <Sums would={would} />}
      </ImportFile>
      <div className="row">
        <ImportApply of={of} changes={changes} label={`Apply to ${count(changes, "account")}`} />
        <Button variant="quiet" onPress={onDone}>
          Cancel
        </Button>
      </div>
      {of.would ? <Would would={of.would} /> : null}
    </>
  );
}

/** How much the file would do. */
function Sums({ would }: { would: ImportHomeownerAccountsResponse }) {
  const { added, changed, gone, unchanged, rejectedCount } = would;
  const rest = [
    unchanged > 0
      ? `${count(unchanged, "account")} ${unchanged === 1 ? "stays as it is." : "stay as they are."}`
      : "",
    rejectedCount > 0
      ? `${count(rejectedCount, "line")} ${rejectedCount === 1 ? "is" : "are"} left out.`
      : "",
  ];
  return (
    <p role="status">
      <span className="strong">
        {added} new, {changed} changed, {gone} removed.
      </span>{" "}
      {rest.join(" ").trim()}
    </p>
  );
}

/** The lines that are left out, and what the others would change. */
function Would({ would }: { would: ImportHomeownerAccountsResponse }) {
  const { rejected, rejectedCount, differences } = would;
  return (
    <>
      <LeftOut
        count={rejectedCount}
        lines={rejected.map(({ line, number, reason }) => ({ line, name: number, reason }))}
      />
      {differences.length > 0 ? (
        <section className="stack">
          <h3 className="label">What would change</h3>
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
        </section>
      ) : null}
    </>
  );
}
