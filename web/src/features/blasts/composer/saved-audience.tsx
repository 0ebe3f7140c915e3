import type { Audience } from "../../../gen/parlor/v1/audience_pb";
import type { Listing } from "../../../lib/listing";
import { Button, EmptyState, ErrorState, Skeleton } from "../../../ui";
import { countLabel } from "../labels";
import { useDeleteAudience } from "../queries";

type Props = {
  /** The one that is chosen; empty for none. */
  audienceId: string;
  /** What the saved draft uses, which cannot be deleted. */
  savedAudienceId: unknown;
  listing: Listing<Audience>;
  error: string | undefined;
  onChange: (id: string) => void;
};

type RowProps = Pick<Props, "audienceId" | "savedAudienceId" | "onChange"> & { audience: Audience };

function AudienceRow({ audience, audienceId, savedAudienceId, onChange }: RowProps) {
  const remove = useDeleteAudience();
  const { id, name, filter } = audience;
  const isUsed = id === audienceId || id === savedAudienceId;
  const communityCount = filter?.communityIds.length ?? 0;
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
          {name}
          <span className="choices__text">
            {countLabel(communityCount, "community", "communities")}
            {isUsed ? " · Used by this blast" : ""}
          </span>
        </span>
      </label>
      <Button
        variant="quiet"
        size="small"
        icon="bin"
        aria-label={`Delete ${name}`}
        isDisabled={isUsed}
        onPress={() => remove(audience)}
      />
    </li>
  );
}

/** One of the saved audiences. Blasts that use it follow when it changes. */
export function SavedAudience({ listing, error, ...row }: Props) {
  const { rows, problem } = listing;
  if (problem) {
    return (
      <ErrorState
        title="Couldn't load saved audiences"
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
        <EmptyState
          title="No saved audiences"
          text="Choose communities and filters, then press “Save as audience”."
        />
      </section>
    );
  }
  return (
    <fieldset className="panel panel__body choices">
      <legend className="visually-hidden">Saved audience</legend>
      <ul className="stack">
        {rows.map((audience) => (
          <AudienceRow key={audience.id} audience={audience} {...row} />
        ))}
      </ul>
      {error ? <p className="field__error">{error}</p> : null}
    </fieldset>
  );
}
