// A table with its four faces. Where there is no room for columns each row is a card.

import type { ReactNode } from "react";
import type { Listing } from "../../lib/listing";
import { useMedia } from "../../lib/use-media";
import { Skeleton } from "../badges";
import { Button } from "../button";
import { ErrorState } from "../states";
import "./table.css";

export type Column<Row> = {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  number?: boolean;
  /** The last one, with what can be done: its title is for people who listen. */
  actions?: boolean;
};

type Props<Row> = {
  label: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  listing: Listing<Row>;
  rowId: (row: Row) => string;
  /** The row that is open beside the table. */
  current?: string | undefined;
  /** What is shown when there is no row. */
  empty: ReactNode;
};

type RowsProps<Row> = Omit<Props<Row>, "listing" | "empty"> & { rows: readonly Row[] };

function TableRows<Row>({ label, columns, rows, rowId, current }: RowsProps<Row>) {
  return (
    <div className="table-scroll">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, title, number, actions }) => (
              <th key={id} scope="col" className={number ? "number" : undefined}>
                {actions ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} className={rowId(row) === current ? "is-selected" : undefined}>
              {columns.map(({ id, number, actions, cell }) => (
                <td key={id} className={number || actions ? "number" : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards<Row>({ label, columns, rows, rowId, current }: RowsProps<Row>) {
  const [name, ...others] = columns;
  return (
    <ul className="table-cards" aria-label={label}>
      {rows.map((row) => (
        <li
          key={rowId(row)}
          className={rowId(row) === current ? "table-card is-selected" : "table-card"}
        >
          <div className="row row--between">
            {name?.cell(row)}
            {others.find(({ actions }) => actions)?.cell(row)}
          </div>
          <dl className="table-card__facts">
            {others
              .filter(({ actions }) => !actions)
              .map(({ id, title, cell }) => (
                <div key={id}>
                  <dt>{title}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

const widths = ["64%", "48%", "72%", "40%", "56%", "68%", "44%"];

function TableSkeleton({ label, columns }: { label: string; columns: number }) {
  return (
    <div className="table-waiting">
      <p className="visually-hidden" role="status">
        Loading {label.toLowerCase()}
      </p>
      {widths.map((wide) => (
        <div key={wide} className="table-waiting__row" aria-hidden="true">
          {Array.from({ length: Math.min(columns, 4) }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is nothing but its place
            <Skeleton key={at} wide={at === 0 ? wide : "56%"} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function DataTable<Row>({ listing, empty, ...table }: Props<Row>) {
  const narrow = useMedia("(max-width: 760px)");
  const { rows, problem, more } = listing;
  if (problem) {
    return (
      <ErrorState
        title={`Couldn't load ${table.label.toLowerCase()}`}
        problem={problem}
        onRetry={listing.onRetry}
        pending={listing.pending}
      />
    );
  }
  if (!rows) return <TableSkeleton label={table.label} columns={table.columns.length} />;
  if (rows.length === 0) return empty;
  return (
    <>
      {narrow ? <Cards {...table} rows={rows} /> : <TableRows {...table} rows={rows} />}
      {more ? (
        <div className="table-more">
          <Button size="small" pending={more.pending} onPress={more.onMore}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}
