import { Suspense, useState } from "react";
import { Link } from "react-router";
import { lazyWithReload, usePrefetch } from "../../../lib/lazy";
import type { SetUrlState } from "../../../lib/use-url-state";
import { Button, EmptyState } from "../../../ui";
import { DataTable } from "../../../ui/table";
import { useBlasts } from "../queries";
import { type BlastsUrlState, tabs, toSearch } from "../url-state";
import { useBlastColumns } from "./columns";
import { emptyTexts, labels, tabLabels } from "./labels";

const loadDialog = () => import("./new-blast-dialog");
const NewBlastDialog = lazyWithReload(loadDialog);

type Props = {
  title: string;
  urlState: BlastsUrlState;
  setUrlState: SetUrlState<BlastsUrlState>;
};

/** All text blasts, by state. */
export function BlastList({ title, urlState, setUrlState }: Props) {
  const { tab } = urlState;
  const listing = useBlasts(tab);
  const columns = useBlastColumns();
  usePrefetch(loadDialog);
  const [creating, setCreating] = useState(false);
  const newBlast = (
    <Button variant="primary" icon="plus" onPress={() => setCreating(true)}>
      {labels.newBlast}
    </Button>
  );
  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">{title}</h1>
        <span className="screen-head__grow" />
        {newBlast}
      </div>
      <nav className="tabs blasts__tabs" aria-label={labels.tabs}>
        {tabs.map((one) => (
          <Link
            key={one}
            className="tab"
            to={toSearch({ tab: one })}
            aria-current={one === tab ? "page" : undefined}
          >
            {tabLabels[one]}
          </Link>
        ))}
      </nav>
      <div className="screen-body">
        <section
          className="panel"
          aria-label={tabLabels[tab]}
          aria-busy={!listing.rows && !listing.problem}
        >
          <DataTable
            label={labels.title}
            columns={columns}
            listing={listing}
            rowId={({ id }) => id}
            empty={<EmptyState {...emptyTexts[tab]} action={newBlast} />}
          />
        </section>
      </div>
      {creating ? (
        <Suspense>
          <NewBlastDialog
            onClose={() => setCreating(false)}
            onCreate={(blast) => setUrlState({ blast, step: "recipients" })}
          />
        </Suspense>
      ) : null}
    </>
  );
}
