// Communities of the company: active ones, requests and deleted ones.

import { useState } from "react";
import { toListing } from "../../../api/listing";
import { useIsPlatformAdmin } from "../../../entities/session/impersonation";
import { useSession } from "../../../entities/session/session";
import { toastError } from "../../../forms/toast-error";
import { CommunityRequestState, type TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { useDebounced } from "../../../lib/use-debounced";
import { useMedia } from "../../../lib/use-media";
import { useNow } from "../../../lib/use-now";
import { Button, EmptyState, SearchField, SegmentedControl, Select, toast } from "../../../ui";
import { DataTable } from "../../../ui/table";
import { HeadActions } from "../head-actions";
import { type CommunityActions, deletedColumns, liveColumns } from "./columns";
import { CreateCommunity } from "./create-sheet";
import { DeleteCommunityDialog } from "./delete-dialog";
import { EditCommunity } from "./edit-sheet";
import {
  useCommunity,
  useCommunityList,
  useCommunityRequests,
  useOpenEscalations,
  useRestoreCommunity,
} from "./queries";
import { CommunityRequests } from "./requests";
import { requiredCode } from "./software-codes";
import { useCommunityFilters } from "./use-community-filters";

/** Adds a count to a label; a select has it inside the label. */
function countLabel(label: string, count: number, inWords: boolean) {
  if (count === 0) return { label };
  return inWords ? { label: `${label} (${count})` } : { label, count };
}

type FilterProps = { spot: ReturnType<typeof useCommunityFilters> };

function Filters({ spot, waiting }: FilterProps & { waiting: number }) {
  const platform = useIsPlatformAdmin();
  const [words, setWords] = useState(spot.find);
  const narrow = useMedia("(max-width: 760px)");
  const which = {
    label: "Status",
    value: spot.show || "live",
    onChange: (show: string) => spot.onShow(show === "live" ? "" : show),
    options: [
      { value: "live", label: "Active" },
      { value: "requests", ...countLabel("Requests", waiting, narrow) },
      { value: "deleted", label: "Deleted" },
      ...(platform ? [{ value: "unattached", label: "Unassigned" }] : []),
    ],
  };
  return (
    <div className="filters">
      {narrow ? <Select {...which} hideLabel /> : <SegmentedControl {...which} />}
      {spot.show === "requests" ? null : (
        <div className="filters__find">
          <SearchField
            label="Search communities"
            hideLabel
            placeholder="Search communities"
            maxLength={120}
            value={words}
            onChange={(find) => {
              setWords(find);
              spot.onFind(find);
            }}
          />
        </div>
      )}
    </div>
  );
}

function EmptyList({ spot }: FilterProps) {
  if (spot.find) {
    return (
      <EmptyState
        title="No matching communities"
        text="Try a shorter name, or clear the search to see all."
      />
    );
  }
  if (spot.show === "deleted") {
    return (
      <EmptyState
        title="No deleted communities"
        text="Deleted communities stay here for 30 days."
      />
    );
  }
  if (spot.show === "unattached") {
    return (
      <EmptyState
        title="All communities are assigned to a company"
        text="Unassigned communities appear here."
      />
    );
  }
  return (
    <EmptyState
      title="No communities yet"
      text="Each community has its own text number and its own answers."
      action={
        <Button icon="plus" onPress={() => spot.onMake("yes")}>
          New community
        </Button>
      }
    />
  );
}

function CommunityTable({ spot }: FilterProps) {
  const { company } = useSession();
  const now = useNow();
  const restoring = useRestoreCommunity();
  const openEscalations = useOpenEscalations();
  const [deleting, setDeleting] = useState<TextCommunity>();
  const find = useDebounced(spot.find, 200);
  const query = useCommunityList(company.id, spot.show, find);
  const listing = toListing(query, (page) => page.communities);
  const listed = listing.rows?.find(({ id }) => id === spot.open);
  const linked = useCommunity(spot.open, listing.rows !== undefined && !listed);
  const open = listed ?? linked.data?.textCommunity;
  const actions: CommunityActions = {
    onOpen: ({ id }) => spot.onOpen(id),
    onDelete: setDeleting,
    openEscalations: ({ id }) => openEscalations(id),
    onRestore: ({ id, label }) =>
      restoring.mutate(
        { id },
        { onError: toastError, onSuccess: () => toast.success(`Restored ${label}.`) },
      ),
    busy: ({ id }) => restoring.isPending && restoring.variables?.id === id,
  };
  const columns =
    spot.show === "deleted"
      ? deletedColumns(actions, now)
      : liveColumns(actions, requiredCode(company.software));
  return (
    <>
      <DataTable
        label={spot.show === "deleted" ? "Deleted communities" : "Communities"}
        columns={columns}
        listing={listing}
        rowId={({ id }) => id}
        current={open?.id}
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
  const { company } = useSession();
  const spot = useCommunityFilters();
  const query = useCommunityRequests(company.id);
  const requests = query.data?.pages.flatMap((page) => page.requests) ?? [];
  const waiting = requests.filter(({ state }) => state === CommunityRequestState.SUBMITTED).length;
  const request = requests.find(({ id }) => id === spot.making);
  // A request fills in the fields of the new community.
  const making = spot.making === "yes" || request !== undefined;
  return (
    <section className="panel" aria-label="Communities">
      <HeadActions>
        <Button variant="primary" icon="plus" onPress={() => spot.onMake("yes")}>
          New community
        </Button>
      </HeadActions>
      <Filters spot={spot} waiting={waiting} />
      {spot.show === "requests" ? (
        <CommunityRequests query={query} onCreate={({ id }) => spot.onMake(id)} />
      ) : (
        <CommunityTable key={spot.show} spot={spot} />
      )}
      {making ? (
        <CreateCommunity
          key={spot.making}
          request={request}
          onClose={() => spot.onMake("")}
          onCreated={() => spot.onShow("")}
        />
      ) : null}
    </section>
  );
}
