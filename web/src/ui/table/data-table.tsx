// A table with loading, empty, full and failed states. In narrow windows each row is a card.

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
  /** Aligns the numbers to the end of the column. */
  number?: boolean;
  /** Compares rows to sort by this column. Unset makes the column unsortable. */
  compare?: (one: Row, other: Row) => number;
  /** The last column, with the actions. Its title is for screen readers only. */
  actions?: boolean;
};

/** The column that sorts the rows. Unset leaves them in their original order. */
export type Sorting = { id: string; isDescending: boolean };

type Props<Row> = {
  label: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  listing: Listing<Row>;
  rowId: (row: Row) => string;
  /** ID of the row that is open beside the table. */
  current?: string | undefined;
  sorting?: Sorting | undefined;
  /** Called with the new sorting; undefined for the original order. Unset disables sorting. */
  onSort?: ((sorting: Sorting | undefined) => void) | undefined;
  /** Empty state. */
  empty: ReactNode;
};

type RowsProps<Row> = Omit<Props<Row>, "listing" | "empty"> & { rows: readonly Row[] };

/** Returns the rows in the order of a column. */
function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] {
  const compare = columns.find(({ id }) => id === sorting?.id)?.compare;
  if (!sorting || !compare) return rows;
  const sign = sorting.isDescending ? -1 : 1;
  return [...rows].sort((one, other) => sign * compare(one, other));
}

type SortProps<Row> = Pick<Props<Row>, "sorting" | "onSort"> & { column: Column<Row> };

/** Cycles through ascending, descending and unsorted. */
function nextSorting(id: string, sorting: Sorting | undefined): Sorting | undefined {
  if (sorting?.id !== id) return { id, isDescending: false };
  return sorting.isDescending ? undefined : { id, isDescending: true };
}

function ColumnHead<Row>({ column, sorting, onSort }: SortProps<Row>) {
  const { id, title, number, actions, compare } = column;
  const className = number ? "number" : undefined;
  if (actions || !compare || !onSort) {
    return (
      <th scope="col" className={className}>
        {actions ? <span className="visually-hidden">{title}</span> : title}
      </th>
    );
  }
  const direction = sorting?.id !== id ? "none" : sorting.isDescending ? "descending" : "ascending";
  const mark = { none: "", ascending: " ↑", descending: " ↓" }[direction];
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button
        type="button"
        className="table__name"
        title={`Sort by ${title.toLowerCase()}`}
        onClick={() => onSort(nextSorting(id, sorting))}
      >
        {title}
        <span aria-hidden="true">{mark}</span>
      </button>
    </th>
  );
}

function TableRows<Row>(props: RowsProps<Row>) {
  const { label, columns, rows, rowId, current, sorting, onSort } = props;
  return (
    <div className="table-scroll">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.id} column={column} sorting={sorting} onSort={onSort} />
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
    <ul aria-label={label}>
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
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no ID
            <Skeleton key={at} wide={at === 0 ? wide : "56%"} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function DataTable<Row>({ listing, empty, ...table }: Props<Row>) {
  const narrow = useMedia("(max-width: 760px)");
  const { problem, more } = listing;
  const rows = listing.rows && sortRows(listing.rows, table.columns, table.sorting);
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
