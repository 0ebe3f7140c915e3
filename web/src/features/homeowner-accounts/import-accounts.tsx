import { ImportApply, ImportFile, RejectedLines, useImportFile } from "../../forms";
import type { ImportHomeownerAccountsResponse } from "../../gen/parlor/v1/homeowner_service_pb";
import { Badge, Button, toast } from "../../ui";
import { accountName, differenceLines, importLabels, labels } from "./labels";
import { useApplyImport, usePreviewImport } from "./use-accounts";

type Props = { communityId: string; onDone: () => void };

const countChanges = ({ added, changed, gone }: ImportHomeownerAccountsResponse) =>
  added + changed + gone;

/** Imports the accounts of a community from a file. */
export function ImportAccounts({ communityId, onDone }: Props) {
  const look = usePreviewImport();
  const take = useApplyImport();
  const of = useImportFile<ImportHomeownerAccountsResponse>({
    megabytes: 5,
    preview: ({ data, ticked }) =>
      look.mutateAsync({ communityId, data, whole: ticked, dryRun: true }),
    apply: async ({ name, data, ticked }, would) => {
      await take.mutateAsync({ communityId, data, whole: ticked, preview: would.preview });
      toast.success({
        title: importLabels.imported(countChanges(would), name),
      });
      onDone();
    },
  });
  const changes = of.would ? countChanges(of.would) : 0;
  return (
    <>
      <ImportFile of={of} columns={importLabels.columns} tick={importLabels.removeOthers}>
        {(would) => <ImportCounts would={would} />}
      </ImportFile>
      <div className="row">
        <ImportApply of={of} changes={changes} label={importLabels.apply(changes)} />
        <Button variant="quiet" onPress={onDone}>
          {labels.cancel}
        </Button>
      </div>
      {of.would ? <ImportPreview would={of.would} /> : null}
    </>
  );
}

/** Counts of the changes that the import makes. */
function ImportCounts({ would }: { would: ImportHomeownerAccountsResponse }) {
  const { added, changed, gone, unchanged, rejectedCount } = would;
  const rest = [
    unchanged > 0 ? importLabels.unchanged(unchanged) : "",
    rejectedCount > 0 ? importLabels.skipped(rejectedCount) : "",
  ];
  return (
    <p role="status">
      <span className="strong">{importLabels.counts(added, changed, gone)}</span>{" "}
      {rest.join(" ").trim()}
    </p>
  );
}

/** Rejected lines, and changes of the others. */
function ImportPreview({ would }: { would: ImportHomeownerAccountsResponse }) {
  const { rejected, rejectedCount, differences } = would;
  return (
    <>
      <RejectedLines
        count={rejectedCount}
        lines={rejected.map(({ line, number, reason }) => ({ line, name: number, reason }))}
      />
      {differences.length > 0 ? (
        <section className="stack">
          <h3 className="label">{importLabels.changes}</h3>
          <ul className="table-cards" aria-label={importLabels.changes}>
            {differences.map((difference) => {
              const one = difference.after ?? difference.before;
              if (!one) return null;
              return (
                <li key={one.number} className="table-card">
                  <span className="row row--wrap">
                    <span className="strong">{accountName(one)}</span>
                    <span className="secondary">{one.number}</span>
                    {!difference.before ? <Badge tone="success">{importLabels.new}</Badge> : null}
                    {!difference.after ? <Badge tone="danger">{importLabels.removed}</Badge> : null}
                  </span>
                  {differenceLines(difference).map((line) => (
                    <span key={line} className="small secondary">
                      {line}
                    </span>
                  ))}
                </li>
              );
            })}
          </ul>
          {countChanges(would) > differences.length ? (
            <p className="caption">{importLabels.firstChanges(differences.length)}</p>
          ) : null}
        </section>
      ) : null}
    </>
  );
}
