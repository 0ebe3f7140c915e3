import { Suspense, useState } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { part } from "../../../lib/load";
import { Button, Menu } from "../../../ui";

const ImportDialog = part(() => import("./import-dialog"));

type Props = { communityId: string; label: string; answers: readonly Answer[] };

/** A community's answers out to a file, and in from one. */
export function FileActs({ communityId, label, answers }: Props) {
  const [open, setOpen] = useState(false);
  async function save() {
    const [{ saveFile }, { toCsv }] = await Promise.all([
      import("../../../lib/save-file"),
      import("./rules"),
    ]);
    saveFile(`${label} answers.csv`, toCsv(answers));
  }
  return (
    <>
      <Menu
        label="Answers as a file"
        trigger={<Button icon="dots" aria-label="Answers as a file" />}
        items={[
          { id: "import", label: "Import a CSV file", icon: "plus", onAction: () => setOpen(true) },
          {
            id: "export",
            label: "Export as CSV",
            icon: "download",
            disabled: answers.length === 0,
            onAction: () => void save(),
          },
        ]}
      />
      {open ? (
        <Suspense>
          <ImportDialog
            communityId={communityId}
            label={label}
            answers={answers}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
