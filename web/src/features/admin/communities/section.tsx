// Communities of a company: active ones and deleted ones.

import { useState } from "react";
import { toUnpagedListing } from "../../../api/listing";
import { choiceLabels } from "../../../entities/community/choice-labels";
import { useIsPlatformAdmin } from "../../../entities/session/impersonation";
import { useSession } from "../../../entities/session/session";
import { toastError } from "../../../forms/toast-error";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { useDebounced } from "../../../lib/use-debounced";
import { useMedia } from "../../../lib/use-media";
import { useNow } from "../../../lib/use-now";
import { Button, EmptyState, SearchField, SegmentedControl, Select, toast } from "../../../ui";
import { DataTable } from "../../../ui/table";
import { HeaderActions } from "../header-actions";
import { sharedLabels } from "../labels";
import { sectionLabels } from "../section-labels";
import { type CommunityActions, deletedColumns, liveColumns } from "./columns";
import { CreateCommunity } from "./create-sheet";
import { DeleteCommunityDialog } from "./delete-dialog";
import { EditCommunity } from "./edit-sheet";
import { labels } from "./labels";
import { PlanNotices, useTextPlanUsages } from "./plan-usage";
import {
  useAllCompanies,
  useCommunity,
  useCommunityList,
  useCompanies,
  useOpenEscalations,
  useRestoreCommunity,
} from "./queries";
import { hasSoftware, softwareChoices } from "./software-codes";
import { useCommunityFilters } from "./use-community-filters";

type FilterProps = { spot: ReturnType<typeof useCommunityFilters> };

function Filters({ spot }: FilterProps) {
  const { company } = useSession();
  const platform = useIsPlatformAdmin();
  const [words, setWords] = useState(spot.find);
  const narrow = useMedia("(max-width: 760px)");
  const others = useAllCompanies(platform).filter(({ value }) => value !== company.id);
  const which = {
    label: sharedLabels.status,
    value: spot.show || "live",
    onChange: (show: string) => spot.onShow(show === "live" ? "" : show),
    options: [
      { value: "live", label: labels.active },
      { value: "deleted", label: labels.deleted },
      ...(platform ? [{ value: "unattached", label: labels.unassigned }] : []),
    ],
  };
  return (
    <div className="filters">
      {narrow ? <Select {...which} hideLabel /> : <SegmentedControl {...which} />}
      {platform && spot.show !== "unattached" ? (
        <Select
          label={sharedLabels.company}
          hideLabel
          value={spot.company}
          onChange={spot.onCompany}
          options={[{ value: "", label: company.name }, ...others]}
        />
      ) : null}
      <Select
        label={labels.software}
        hideLabel
        value={spot.software}
        onChange={spot.onSoftware}
        options={softwareChoices}
      />
      <div className="filters__find">
        <SearchField
          label={labels.search}
          hideLabel
          placeholder={labels.search}
          maxLength={120}
          value={words}
          onChange={(find) => {
            setWords(find);
            spot.onFind(find);
          }}
        />
      </div>
    </div>
  );
}

function EmptyList({ spot }: FilterProps) {
  if (spot.find || spot.software) {
    return <EmptyState title={choiceLabels.noMatches} text={labels.noMatchesHint} />;
  }
  if (spot.show === "deleted") {
    return <EmptyState title={labels.noDeleted} text={labels.noDeletedHint} />;
  }
  if (spot.show === "unattached") {
    return <EmptyState title={labels.noUnassigned} text={labels.noUnassignedHint} />;
  }
  return (
    <EmptyState
      title={sharedLabels.noCommunitiesYet}
      text={labels.noCommunitiesHint}
      action={
        <Button icon="plus" onPress={() => spot.onMake(true)}>
          {labels.newCommunity}
        </Button>
      }
    />
  );
}

function CommunityTable({ spot }: FilterProps) {
  const { company: own } = useSession();
  const companies = useCompanies(useIsPlatformAdmin());
  const company = companies.find(({ id }) => id === spot.company) ?? own;
  const now = useNow();
  const restoring = useRestoreCommunity();
  const openEscalations = useOpenEscalations();
  // The server returns those of the user's own company only.
  const usages = useTextPlanUsages(company === own).data ?? [];
  const [deleting, setDeleting] = useState<TextCommunity>();
  const find = useDebounced(spot.find, 200);
  const query = useCommunityList(spot.company || own.id, spot.show, find);
  const listing = toUnpagedListing(query, (communities) =>
    communities.filter((community) => hasSoftware(community, spot.software)),
  );
  const listed = listing.rows?.find(({ id }) => id === spot.open);
  const linked = useCommunity(spot.open, listing.rows !== undefined && !listed);
  const open = listed ?? linked.data?.textCommunity;
  const actions: CommunityActions = {
    onOpen: ({ id }) => spot.onOpen(id),
    onDelete: setDeleting,
    // Counts are loaded for the user's own company only.
    openEscalations: ({ id }) => (company === own ? openEscalations(id) : undefined),
    planUsage: ({ id }) => usages.find(({ communityId }) => communityId === id),
    onRestore: ({ id, label }) =>
      restoring.mutate(
        { id },
        { onError: toastError, onSuccess: () => toast.success(labels.restored(label)) },
      ),
    busy: ({ id }) => restoring.isPending && restoring.variables?.id === id,
  };
  // There the table has no room for it. A notice names the plans that are nearly used.
  const isTight = useMedia("(min-width: 761px) and (max-width: 1399px)");
  const allColumns =
    spot.show === "deleted" ? deletedColumns(actions, now) : liveColumns(actions, company.software);
  const columns = isTight ? allColumns.filter(({ id }) => id !== "plan") : allColumns;
  return (
    <>
      {spot.show === "" && company === own ? <PlanNotices usages={usages} /> : null}
      <DataTable
        label={spot.show === "deleted" ? labels.deletedCommunities : sectionLabels.communities}
        columns={columns}
        listing={listing}
        rowId={({ id }) => id}
        current={open?.id}
        sorting={spot.sorting}
        onSort={spot.onSort}
        empty={<EmptyList spot={spot} />}
      />
      {open && !open.archivedAt ? (
        <EditCommunity key={open.id} community={open} onClose={() => spot.onOpen("")} />
      ) : null}
      {deleting ? (
        <DeleteCommunityDialog community={deleting} onClose={() => setDeleting(undefined)} />
      ) : null}
    </>
  );
}

export default function CommunitiesSection() {
  const spot = useCommunityFilters();
  return (
    <section className="panel" aria-label={sectionLabels.communities}>
      <HeaderActions>
        <Button variant="primary" icon="plus" onPress={() => spot.onMake(true)}>
          {labels.newCommunity}
        </Button>
      </HeaderActions>
      <Filters spot={spot} />
      <CommunityTable key={spot.show} spot={spot} />
      {spot.isMaking ? (
        <CreateCommunity onClose={() => spot.onMake(false)} onCreated={() => spot.onShow("")} />
      ) : null}
    </section>
  );
}
