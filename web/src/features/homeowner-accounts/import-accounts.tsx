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
  const previewing = usePreviewImport();
  const applying = useApplyImport();
  const importing = useImportFile<ImportHomeownerAccountsResponse>({
    megabytes: 5,
    preview: ({ data, isChecked }) =>
      previewing.mutateAsync({ communityId, data, whole: isChecked, dryRun: true }),
    apply: async ({ name, data, isChecked }, previewed) => {
      await applying.mutateAsync({
        communityId,
        data,
        whole: isChecked,
        preview: previewed.preview,
      });
      toast.success({
        title: importLabels.imported(countChanges(previewed), name),
      });
      onDone();
    },
  });
  const changes = importing.previewed ? countChanges(importing.previewed) : 0;
  return (
    <>
      <ImportFile
        importing={importing}
        columns={importLabels.columns}
        checkboxLabel={importLabels.removeOthers}
      >
        {(previewed) => <ImportCounts previewed={previewed} />}
      </ImportFile>
      <div className="row">
        <ImportApply importing={importing} changes={changes} label={importLabels.apply(changes)} />
        <Button variant="quiet" onPress={onDone}>
          {labels.cancel}
        </Button>
      </div>
      {importing.previewed ? <ImportPreview previewed={importing.previewed} /> : null}
    </>
  );
}

/** Counts of the changes that the import makes. */
function ImportCounts({ previewed }: { previewed: ImportHomeownerAccountsResponse }) {
  const { added, changed, gone, unchanged, rejectedCount } = previewed;
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
function ImportPreview({ previewed }: { previewed: ImportHomeownerAccountsResponse }) {
  const { rejected, rejectedCount, differences } = previewed;
  return (
    <>
      <RejectedLines
        count={rejectedCount}
        lines={rejected.map(({ line, number, reason }) => ({ line, name: number, reason }))}
      />
      {differences.length > 0 ? (
        <section className="stack">
          <h3 className="label">{importLabels.changes}</h3>
          <ul aria-label={importLabels.changes}>
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
          {countChanges(previewed) > differences.length ? (
            <p className="caption">{importLabels.firstChanges(differences.length)}</p>
          ) : null}
        </section>
      ) : null}
    </>
  );
}
