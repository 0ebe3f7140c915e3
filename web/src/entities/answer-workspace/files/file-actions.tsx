import { useMutation } from "@connectrpc/connect-query";
import { Suspense, useState } from "react";
import { fileLabels } from "../../../forms/file-labels";
import { toastError } from "../../../forms/toast-error";
import { AnswerFileService } from "../../../gen/parlor/v1/answer_file_service_pb";
import { lazyWithReload } from "../../../lib/lazy";
import { saveFile } from "../../../lib/save-file";
import { Button, Menu } from "../../../ui";
import { labels } from "./labels";

const ImportDialog = lazyWithReload(() => import("./import-dialog"));

type Props = { communityId: string; label: string; empty: boolean };

/** Exports a community's answers to a file, and imports them from one. */
export function FileActions({ communityId, label, empty }: Props) {
  const [open, setOpen] = useState(false);
  const exporting = useMutation(AnswerFileService.method.exportAnswers, {
    onSuccess: ({ name, csv }) => saveFile(name, csv),
    onError: toastError,
  });
  return (
    <>
      <Menu
        label={labels.menu}
        trigger={<Button icon="dots" aria-label={labels.menu} pending={exporting.isPending} />}
        items={[
          { id: "import", label: fileLabels.import, icon: "plus", onAction: () => setOpen(true) },
          {
            id: "export",
            label: fileLabels.exportCsv,
            icon: "download",
            disabled: empty,
            onAction: () => exporting.mutate({ communityId }),
          },
        ]}
      />
      {open ? (
        <Suspense>
          <ImportDialog communityId={communityId} label={label} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
