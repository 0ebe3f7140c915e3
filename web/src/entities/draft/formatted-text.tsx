import type { ReactNode } from "react";
import { type Block, toBlocks } from "./blocks";

type Marks = { details: readonly string[] };

/** Marks the details of a text that occur in no input. */
function withMarks(text: string, { details }: Marks): ReactNode {
  const found = details
    .map((detail) => ({ detail, at: text.indexOf(detail) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.detail.length - a.detail.length)[0];
  if (!found) return text;
  const end = found.at + found.detail.length;
  return (
    <>
      {text.slice(0, found.at)}
      <mark className="unverified">{found.detail}</mark>
      {withMarks(text.slice(end), { details })}
    </>
  );
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

/** The text of a draft, as it is read. */
export function FormattedText({ text, details = [] }: { text: string; details?: string[] }) {
  return (
    <div className="paper__text">
      {toKeyed(toBlocks(text)).map(({ item, key }) => (
        <DraftBlock key={key} block={item} marks={{ details }} />
      ))}
    </div>
  );
}
