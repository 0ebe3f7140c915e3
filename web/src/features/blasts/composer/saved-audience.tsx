import { Suspense, useState } from "react";
import type { Audience } from "../../../gen/parlor/v1/audience_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { lazyWithReload } from "../../../lib/lazy";
import type { Listing } from "../../../lib/listing";
import { Button, EmptyState, ErrorState, Icon, Skeleton } from "../../../ui";
import { audienceLabel } from "../audience-labels";
import { labels as blastLabels } from "../labels";
import { useDeleteAudience } from "../queries";
import { labels as listLabels } from "../recipient-list/labels";
import NewListDialog from "../recipient-list/new-list-dialog";
import { savedAudienceLabels as labels } from "./labels";

/** Loaded when it is opened. */
const EditAudienceDialog = lazyWithReload(() => import("./edit-audience-dialog"));

type Props = {
  /** ID of the selected audience; empty for none. */
  audienceId: string;
  /** ID of the audience that the saved draft uses. It can't be deleted. */
  savedAudienceId: unknown;
  listing: Listing<Audience>;
  error: string | undefined;
  onChange: (id: string) => void;
};

type RowProps = Pick<Props, "audienceId" | "savedAudienceId" | "onChange"> & {
  audience: Audience;
  onEdit: (id: string) => void;
};

function AudienceRow({ audience, audienceId, savedAudienceId, onChange, onEdit }: RowProps) {
  const remove = useDeleteAudience();
  const { id, name } = audience;
  const isUsed = id === audienceId || id === savedAudienceId;
  return (
    <li className="row row--between">
      <label className="choice row__grow">
        <input
          type="radio"
          className="choice__box"
          name="saved-audience"
          checked={id === audienceId}
          onChange={() => onChange(id)}
        />
        <span>
          {showDirectionMarks(name)}
          <span className="choices__text">
            {audienceLabel(audience)}
            {isUsed ? ` · ${labels.inUse}` : ""}
          </span>
        </span>
      </label>
      <Button
        variant="quiet"
        size="small"
        icon="pen"
        aria-label={labels.edit(showDirectionMarks(name))}
        onPress={() => onEdit(id)}
      />
      <Button
        variant="quiet"
        size="small"
        icon="bin"
        aria-label={labels.delete(showDirectionMarks(name))}
        reason={isUsed ? labels.undeletable : undefined}
        onPress={() => remove(audience)}
      />
    </li>
  );
}

/** One of the saved audiences, or a new list. Blasts that use an audience follow when it changes. */
export function SavedAudience({ onChange, ...props }: Props) {
  const [open, setOpen] = useState(false);
  const [editedId, setEditedId] = useState("");
  const edited = props.listing.rows?.find(({ id }) => id === editedId);
  const choose = (id: string) => {
    setOpen(false);
    onChange(id);
  };
  return (
    <section className="stack" aria-label={labels.title}>
      <div className="row row--between">
        <h2 className="panel-title">{labels.heading}</h2>
        <Button size="small" icon="plus" onPress={() => setOpen(true)}>
          {listLabels.title}
        </Button>
      </div>
      <Choices {...props} onChange={onChange} onEdit={setEditedId} />
      {edited ? (
        <Suspense>
          <EditAudienceDialog audience={edited} onClose={() => setEditedId("")} />
        </Suspense>
      ) : null}
      {open ? <NewListDialog onClose={() => setOpen(false)} onSave={choose} /> : null}
    </section>
  );
}

function Choices({ listing, error, ...row }: Props & Pick<RowProps, "onEdit">) {
  const { rows, problem } = listing;
  if (problem) {
    return (
      <ErrorState
        title={labels.loadFailed}
        problem={problem}
        onRetry={listing.onRetry}
        pending={listing.pending}
      />
    );
  }
  if (!rows) return <Skeleton wide="100%" high="72px" />;
  if (rows.length === 0) {
    return (
      <section className="panel">
        <EmptyState title={labels.none} text={labels.noneHint} />
      </section>
    );
  }
  return (
    <fieldset className="panel panel__body choices">
      <legend className="visually-hidden">{blastLabels.savedAudience}</legend>
      <ul className="stack">
        {rows.map((audience) => (
          <AudienceRow key={audience.id} audience={audience} {...row} />
        ))}
      </ul>
      {error ? (
        <p className="field__error">
          <Icon name="danger" size="small" />
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
