import { create } from "@bufbuild/protobuf";
import { useState } from "react";
import { useSession } from "../../../entities/session/session";
import { type AudienceFilter, AudienceFilterSchema } from "../../../gen/parlor/v1/audience_pb";
import { BlastAudienceSchema } from "../../../gen/parlor/v1/blast_pb";
import { useDebounced } from "../../../lib/use-debounced";
import { MultiSelect, SegmentedControl } from "../../../ui";
import { audienceLabels } from "../audience-labels";
import type { Draft } from "../draft/use-draft";
import { labels as blastLabels } from "../labels";
import { useAudienceDescription, useAudiences } from "../queries";
import { AudienceFilters } from "./audience-filters";
import { recipientsLabels as labels, matchHints } from "./labels";
import { ListCount, MatchCount } from "./match-count";
import { SaveAudience } from "./save-audience";
import { SavedAudience } from "./saved-audience";

/** Delay after a change before filters are counted, in milliseconds. */
const countDelay = 300;

type FilterProps = {
  filter: AudienceFilter;
  draft: Draft;
  description: ReturnType<typeof useAudienceDescription>;
  onChange: (filter: AudienceFilter) => void;
};

function FilterSource({ filter, draft, description, onChange }: FilterProps) {
  const options = useSession().user.textCommunitiesMapping;
  return (
    <>
      <section className="panel" aria-label={audienceLabels.communities}>
        <div className="panel__body">
          <MultiSelect
            label={audienceLabels.communities}
            options={options}
            value={filter.communityIds}
            onChange={(communityIds) =>
              onChange(create(AudienceFilterSchema, { ...filter, communityIds }))
            }
            none={audienceLabels.noCommunities}
            error={draft.errors.audience}
          />
        </div>
      </section>
      <section className="panel" aria-label={labels.filters}>
        <div className="panel__head">
          <h2 className="panel-title">{labels.filters}</h2>
          <SaveAudience filter={filter} />
        </div>
        <div className="panel__body">
          <AudienceFilters filter={filter} values={description.data} onChange={onChange} />
        </div>
      </section>
    </>
  );
}

/** Step that selects recipients: accounts of communities, or a saved audience. */
export function RecipientsStep({ draft }: { draft: Draft }) {
  const { source } = draft.values.audience;
  const saved = useAudiences();
  // Restores the selection when the user returns from the other tab.
  const [lastFilter, setLastFilter] = useState(() => create(AudienceFilterSchema));
  const filter = source.case === "filter" ? source.value : lastFilter;
  const chosen = saved.rows?.find(({ id }) => source.case === "audienceId" && id === source.value);
  const chosenFilter = chosen?.source.case === "filter" ? chosen.source.value : undefined;
  const counted = useDebounced(source.case === "audienceId" ? chosenFilter : filter, countDelay);
  const description = useAudienceDescription(counted);
  const setFilter = (value: AudienceFilter) =>
    draft.change({ audience: create(BlastAudienceSchema, { source: { case: "filter", value } }) });
  const setAudienceId = (value: string) => {
    if (source.case === "filter") setLastFilter(source.value);
    const next = { source: { case: "audienceId", value } } as const;
    draft.change({ audience: create(BlastAudienceSchema, next) });
  };
  return (
    <div className="blast-columns">
      <div className="stack stack--loose">
        <SegmentedControl
          label={labels.source}
          value={source.case === "audienceId" ? "saved" : "filter"}
          onChange={(to) => (to === "saved" ? setAudienceId("") : setFilter(lastFilter))}
          options={[
            { value: "filter", label: labels.communitiesAndFilters },
            { value: "saved", label: blastLabels.savedAudience },
          ]}
        />
        {source.case === "audienceId" ? (
          <SavedAudience
            audienceId={source.value}
            savedAudienceId={draft.saved.audience?.source.value}
            listing={saved}
            error={draft.errors.audience}
            onChange={setAudienceId}
          />
        ) : (
          <FilterSource
            filter={filter}
            draft={draft}
            description={description}
            onChange={setFilter}
          />
        )}
      </div>
      {source.case === "audienceId" && chosen?.source.case === "list" ? (
        <ListCount count={chosen.source.value.memberCount} />
      ) : (
        <MatchCount
          description={description}
          isChosen={!draft.errors.audience}
          hint={source.case === "audienceId" ? matchHints.saved : matchHints.filter}
        />
      )}
    </div>
  );
}
