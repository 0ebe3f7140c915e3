import { toProblem } from "../../../api/problem";
import { FormProblem } from "../../../forms";
import type { ImportRecipientListResponse } from "../../../gen/parlor/v1/audience_service_pb";
import { saveFile } from "../../../lib/save-file";
import { Button } from "../../../ui";
import { useImportRecipientList } from "../queries";
import { labels } from "./labels";
import { toRejectedCsv } from "./rejected-csv";
import type { ImportRequest } from "./use-list-import";

const fileName = "rejected-rows.csv";

function save({ headings, rejected }: ImportRecipientListResponse): void {
  saveFile(fileName, toRejectedCsv(headings, rejected));
}

type Props = { request: ImportRequest; parsed: ImportRecipientListResponse };

/** Downloads the rejected rows of the source. If there are many, loads all of them first. */
export function RejectedDownload({ request, parsed }: Props) {
  const loading = useImportRecipientList();
  const download = () => {
    if (parsed.rejected.length === parsed.rejectedCount) return save(parsed);
    loading.mutate({ ...request, isDryRun: true, allRejected: true }, { onSuccess: save });
  };
  return (
    <>
      <Button
        className="list-download"
        variant="link"
        size="small"
        icon="download"
        pending={loading.isPending}
        onPress={download}
      >
        {labels.downloadRejected}
      </Button>
      <FormProblem problem={loading.error ? toProblem(loading.error) : undefined} />
    </>
  );
}
