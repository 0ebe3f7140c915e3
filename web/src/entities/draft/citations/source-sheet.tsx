import { useEffect, useRef } from "react";
import { Sheet } from "../../../ui/table";
import { labels } from "../labels";
import { type Place, splitLines } from "./citations";

const linesBefore = 20;
const linesAfter = 60;

type Props = { place: Place; onClose: () => void };

/** The part of a document that a draft names, with the line marked. */
export default function SourceSheet({ place, onClose }: Props) {
  const { source, label, line } = place;
  const marked = useRef<HTMLElement>(null);
  useEffect(() => {
    marked.current?.scrollIntoView({ block: "center" });
  }, []);
  const lines = splitLines(source.text);
  const start = Math.max(0, line - linesBefore);
  const end = Math.min(lines.length, line + linesAfter);
  const shown = lines.slice(start, end).map((text, at) => ({ text, number: start + at }));
  return (
    <Sheet title={source.name} about={labels.placeInSource(label)} onClose={onClose}>
      <div className="source-lines">
        {start > 0 ? <p className="caption">{labels.linesLeftOut(start)}</p> : null}
        {shown.map(({ text, number }) =>
          number === line ? (
            <mark key={number} ref={marked} className="source-lines__one" aria-current="location">
              {text}
            </mark>
          ) : (
            <p key={number} className="source-lines__one">
              {text}
            </p>
          ),
        )}
        {end < lines.length ? (
          <p className="caption">{labels.linesLeftOut(lines.length - end)}</p>
        ) : null}
      </div>
    </Sheet>
  );
}
