import { useEffect, useRef } from "react";
import { Sheet } from "../../../ui/table";
import { findEnd, type Place, splitLines, toReadable } from "./citations";
import { labels } from "./labels";

const linesBefore = 20;
const linesAfter = 60;

type NumberedLine = { text: string; number: number };

function Lines({ lines }: { lines: readonly NumberedLine[] }) {
  return lines.map(({ text, number }) => (
    <p key={number} className="source-lines__one">
      {toReadable(text)}
    </p>
  ));
}

type Props = { place: Place; onClose: () => void };

/** The cited part of a document, with the statement highlighted. */
export default function SourceSheet({ place, onClose }: Props) {
  const { source, label, line } = place;
  const marked = useRef<HTMLElement>(null);
  useEffect(() => {
    marked.current?.scrollIntoView({ block: "center" });
  }, []);
  const lines = splitLines(source.text);
  const start = Math.max(0, line - linesBefore);
  const end = Math.min(lines.length, line + linesAfter);
  const markedEnd = findEnd(lines, line);
  const shown = lines.slice(start, end).map((text, at) => ({ text, number: start + at }));
  const before = shown.filter(({ number }) => number < line);
  const after = shown.filter(({ number }) => number >= markedEnd);
  return (
    <Sheet title={source.name} about={labels.place(label)} onClose={onClose}>
      <div className="source-lines">
        {start > 0 ? <p className="caption">{labels.linesLeftOut(start)}</p> : null}
        <Lines lines={before} />
        <mark ref={marked} className="source-lines__one" aria-current="location">
          {lines.slice(line, markedEnd).map(toReadable).join("\n")}
        </mark>
        <Lines lines={after} />
        {end < lines.length ? (
          <p className="caption">{labels.linesLeftOut(lines.length - end)}</p>
        ) : null}
      </div>
    </Sheet>
  );
}
