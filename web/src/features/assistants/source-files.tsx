import { useState } from "react";
import { Button, FileDrop, Icon } from "../../ui";
import { labels } from "./labels";

export type SourceFile = { name: string; text: string };

const maxCharacters = 600_000;
const maxFiles = 5;
const maxName = 200;

type Props = {
  files: readonly SourceFile[];
  error: string | undefined;
  onChange: (files: SourceFile[]) => void;
};

/** Returns the text of a file, or why it can't be used. */
export async function readSource(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > maxCharacters * 4) return { problem: labels.fileTooLong };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.includes("\0")) return { problem: labels.fileUnreadable };
    if (text.length > maxCharacters) return { problem: labels.fileTooLong };
    return { text };
  } catch {
    return { problem: labels.fileUnreadable };
  }
}

/** The files that a draft is made from. */
export function SourceFiles({ files, error, onChange }: Props) {
  const [problem, setProblem] = useState<string>();
  const add = async (file: File) => {
    if (files.length >= maxFiles) return setProblem(labels.tooManyFiles);
    const source = await readSource(file);
    if ("problem" in source) return setProblem(source.problem);
    setProblem(undefined);
    const name = file.name.slice(0, maxName) || labels.file;
    return onChange([...files.filter((other) => other.name !== name), { name, text: source.text }]);
  };
  return (
    <div className="stack stack--tight">
      {files.map(({ name, text }) => (
        <div key={name} className="source-file">
          <Icon name="note" size="small" />
          <p>
            {name}
            <span className="caption">{labels.characters(text.length)}</span>
          </p>
          <Button
            variant="quiet"
            size="small"
            icon="close"
            aria-label={labels.removeFile(name)}
            onPress={() => onChange(files.filter((other) => other.name !== name))}
          />
        </div>
      ))}
      <FileDrop
        label={labels.file}
        accept=".vtt,.srt,.txt,.md,text/plain,text/vtt"
        description={labels.fileHint}
        error={problem ?? error}
        onFile={(file) => void add(file)}
      />
    </div>
  );
}
