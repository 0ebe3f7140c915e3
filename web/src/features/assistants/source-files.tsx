import { useState } from "react";
import { toProblem } from "../../api/problem";
import { useReadDocument } from "../../entities/draft/queries";
import { toDataUrl } from "../../lib/data-url";
import { Button, FileDrop, Icon } from "../../ui";
import { labels } from "./labels";

export type SourceFile = { name: string; text: string };

const maxBytes = 5_000_000;
const maxFiles = 5;
const maxName = 200;
/** Separates two pages of a text. */
const pageBreak = "\f";

type Props = {
  files: readonly SourceFile[];
  error: string | undefined;
  onChange: (files: SourceFile[]) => void;
};

function describe(text: string): string {
  const size = labels.characters(text.length);
  const pages = text.split(pageBreak).length;
  return pages > 1 ? `${labels.pages(pages)} · ${size}` : size;
}

function useAddFile({ files, onChange }: Props) {
  const reading = useReadDocument();
  const [problem, setProblem] = useState<string>();
  const add = async (file: File) => {
    if (files.length >= maxFiles) return setProblem(labels.tooManyFiles);
    if (file.size > maxBytes) return setProblem(labels.fileTooLarge);
    setProblem(undefined);
    try {
      const { text } = await reading.mutateAsync({ data: await toDataUrl(file) });
      const name = file.name.slice(0, maxName) || labels.file;
      return onChange([...files.filter((other) => other.name !== name), { name, text }]);
    } catch (error) {
      const { fields, text } = toProblem(error);
      return setProblem(fields?.data ?? text);
    }
  };
  return { add, problem, isReading: reading.isPending };
}

/** The files that a draft is based on. */
export function SourceFiles(props: Props) {
  const { files, error, onChange } = props;
  const { add, problem, isReading } = useAddFile(props);
  return (
    <div className="stack stack--tight">
      {files.map(({ name, text }) => (
        <div key={name} className="source-file">
          <Icon name="note" size="small" />
          <p>
            {name}
            <span className="caption">{describe(text)}</span>
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
        accept=".vtt,.srt,.txt,.md,.docx,.pdf,text/plain,text/vtt"
        description={labels.fileHint}
        chosen={isReading ? labels.readingFile : undefined}
        disabled={isReading}
        error={problem ?? error}
        onFile={(file) => void add(file)}
      />
    </div>
  );
}
