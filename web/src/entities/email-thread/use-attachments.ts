// The files attached to a draft. Each is uploaded as soon as it is chosen.

import { useState } from "react";
import { toProblem } from "../../api/problem";
import type { EmailAttachment } from "../../gen/parlor/v1/email_thread_pb";
import { toDataUrl } from "../../lib/data-url";
import { useAddAttachment, useRemoveAttachment } from "./queries";
import { attachmentLabels } from "./thread-labels";

const maxBytes = 5 * 1024 ** 2;

/** `saveDraft` returns the ID of the draft, and creates it if there is none yet. */
export function useAttachments(
  initial: readonly EmailAttachment[],
  saveDraft: () => Promise<string>,
) {
  const [files, setFiles] = useState(initial);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState("");
  const adding = useAddAttachment();
  const removing = useRemoveAttachment();

  const refuse = (name: string, error: unknown) => {
    const { fields, title, text } = toProblem(error);
    setProblem(attachmentLabels.refused(name, fields.data ?? `${title} ${text}`));
  };

  async function addOne(file: File) {
    if (file.size > maxBytes) {
      setProblem(attachmentLabels.refused(file.name, attachmentLabels.tooLarge));
      return;
    }
    try {
      const id = await saveDraft();
      const data = await toDataUrl(file);
      const { message } = await adding.mutateAsync({ id, name: file.name, data });
      setFiles(message?.attachments ?? []);
    } catch (error) {
      refuse(file.name, error);
    }
  }

  return {
    files,
    /** Names of the files that are being uploaded. */
    waiting,
    problem,
    async add(chosen: readonly File[]) {
      setProblem("");
      setWaiting((before) => [...before, ...chosen.map(({ name }) => name)]);
      // Uploads one file after another to keep their order.
      for (const file of chosen) {
        await addOne(file);
        setWaiting((before) => before.toSpliced(before.indexOf(file.name), 1));
      }
    },
    async remove({ name, position }: EmailAttachment) {
      setProblem("");
      try {
        const { message } = await removing.mutateAsync({ id: await saveDraft(), position });
        setFiles(message?.attachments ?? []);
      } catch (error) {
        refuse(name, error);
      }
    },
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
