import type { ReactNode } from "react";
import { showDirectionMarks } from "../../lib/direction-marks";
import { type Block, toBlocks } from "./blocks";
import type { Citation, Place } from "./citations/citations";
import { labels } from "./labels";

type Marks = {
  details: readonly string[];
  findCitations: (text: string) => Citation[];
  onOpen: (place: Place) => void;
};

/** Marks the details of a text that occur in no input. */
function withDetails(text: string, details: readonly string[]): ReactNode {
  const found = details
    .map((detail) => ({ detail, at: text.indexOf(detail) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.detail.length - a.detail.length)[0];
  if (!found) return showDirectionMarks(text);
  const end = found.at + found.detail.length;
  return (
    <>
      {showDirectionMarks(text.slice(0, found.at))}
      <mark className="unverified">{showDirectionMarks(found.detail)}</mark>
      {withDetails(text.slice(end), details)}
    </>
  );
}

/** Marks details to check, and turns citations into buttons that open the document. */
function withMarks(text: string, { details, findCitations, onOpen }: Marks): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { at, text: cited, place } of findCitations(text)) {
    if (at < end) continue;
    parts.push(
      <span key={`before ${at}`}>{withDetails(text.slice(end, at), details)}</span>,
      <button
        key={at}
        type="button"
        className="citation"
        title={labels.openPlace(place.source.name)}
        onClick={() => onOpen(place)}
      >
        {showDirectionMarks(cited)}
      </button>,
    );
    end = at + cited.length;
  }
  if (end === 0) return withDetails(text, details);
  return [...parts, <span key="rest">{withDetails(text.slice(end), details)}</span>];
}

const toKeyed = <T,>(items: readonly T[]) => items.map((item, at) => ({ item, key: String(at) }));

function DraftBlock({ block, marks }: { block: Block; marks: Marks }) {
  if (block.kind === "heading") {
    const text = withMarks(block.text, marks);
    if (block.level === 1) return <h2 className="paper__subject">{text}</h2>;
    return <h3 className="paper__heading">{text}</h3>;
  }
  if (block.kind === "list") {
    const List = block.ordered ? "ol" : "ul";
    return (
      <List className="paper__list">
        {toKeyed(block.items).map(({ item, key }) => (
          <li key={key}>{withMarks(item, marks)}</li>
        ))}
      </List>
    );
  }
  if (block.kind === "table") {
    return (
      <div className="paper__table">
        <table>
          <tbody>
            {toKeyed(block.rows).map(({ item: cells, key }) => (
              <tr key={key}>
                {toKeyed(cells).map(({ item, key: column }) => (
                  <td key={column}>{withMarks(item, marks)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  return (
    <p>
      {toKeyed(block.lines).map(({ item, key }) => (
        <span key={key} className="paper__line">
          {withMarks(item, marks)}
        </span>
      ))}
    </p>
  );
}

const plain: Marks = { details: [], findCitations: () => [], onOpen: () => undefined };

/** The formatted text of a draft. */
export function FormattedText({ text, marks = plain }: { text: string; marks?: Marks }) {
  return (
    <div className="paper__text">
      {toKeyed(toBlocks(text)).map(({ item, key }) => (
        <DraftBlock key={key} block={item} marks={marks} />
      ))}
    </div>
  );
}
