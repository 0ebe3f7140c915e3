// The communities of the company: those in use, those asked for, those deleted.

import { useState } from "react";
import { tell } from "../../../forms/tell";
import { CommunityRequestState, type TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { useDebounced } from "../../../lib/debounced";
import { useMedia } from "../../../lib/media";
import { useNow } from "../../../lib/now";
import { useIsPlatform } from "../../../rpc/acting";
import { useCurrent } from "../../../rpc/current";
import { listingOf } from "../../../rpc/listing";
import { Button, EmptyFace, SearchField, Segments, Select, toast } from "../../../ui";
import { DataTable } from "../../../ui/table";
import { HeadActs } from "../head";
import { ChangeCommunity } from "./change";
import { neededCode } from "./codes";
import { type Acts, deletedColumns, liveColumns } from "./columns";
import { CreateCommunity } from "./create";
import { Deletion } from "./deletion";
import { useSpot } from "./place";
import { useCommunity, useCommunityList, useRestore, useWishes } from "./queries";
import { Requests } from "./requests";

/** A list of choices has no room for a count beside the words. */
function counted(label: string, count: number, inWords: boolean) {
  if (count === 0) return { label };
  return inWords ? { label: `${label} (${count})` } : { label, count };
}

type SpotProps = { spot: ReturnType<typeof useSpot> };

function Filters({ spot, waiting }: SpotProps & { waiting: number }) {
  const platform = useIsPlatform();
  const [words, setWords] = useState(spot.find);
  const narrow = useMedia("(max-width: 760px)");
  const which = {
    label: "Which",
    value: spot.show || "live",
    onChange: (show: string) => spot.onShow(show === "live" ? "" : show),
    options: [
      { value: "live", label: "In use" },
      { value: "requests", ...counted("Requests", waiting, narrow) },
      { value: "deleted", label: "Deleted" },
      ...(platform ? [{ value: "unattached", label: "Without a company" }] : []),
    ],
  };
  return (
    <div className="filters">
      {narrow ? <Select {...which} hideLabel /> : <Segments {...which} />}
      {spot.show === "requests" ? null : (
        <div className="filters__find">
          <SearchField
            label="Find a community"
            hideLabel
            placeholder="Part of a name"
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

function Empty({ spot }: SpotProps) {
  if (spot.find) {
    return (
      <EmptyFace
        title="No community of that name"
        text="Look for a shorter part of the name, or empty the field to see all."
      />
    );
  }
  if (spot.show === "deleted") {
    return <EmptyFace title="Nothing was deleted" text="What you delete stays here for 30 days." />;
  }
  if (spot.show === "unattached") {
    return (
      <EmptyFace title="Every community has a company" text="One that loses its last comes here." />
    );
  }
  return (
    <EmptyFace
      title="No communities yet"
      text="A community has a number that residents text, and answers of its own."
      action={
        <Button icon="plus" onPress={() => spot.onMake("yes")}>
          New community
        </Button>
      }
    />
  );
}

function List({ spot }: SpotProps) {
  const { company } = useCurrent();
  const now = useNow();
  const restoring = useRestore();
  const [doomed, setDoomed] = useState<TextCommunity>();
  const find = useDebounced(spot.find, 200);
  const query = useCommunityList(company.id, spot.show, find);
  const listing = listingOf(query, (page) => page.communities);
  const listed = listing.rows?.find(({ id }) => id === spot.open);
  const linked = useCommunity(spot.open, listing.rows !== undefined && !listed);
  const open = listed ?? linked.data?.textCommunity;
  const acts: Acts = {
    onOpen: ({ id }) => spot.onOpen(id),
    onDelete: setDoomed,
    onRestore: ({ id, label }) =>
      restoring.mutate(
        { id },
        { onError: tell, onSuccess: () => toast.success(`${label} is in use again.`) },
      ),
    busy: ({ id }) => restoring.isPending && restoring.variables?.id === id,
  };
  const columns =
    spot.show === "deleted"
      ? deletedColumns(acts, now)
      : liveColumns(acts, neededCode(company.software));
  return (
    <>
      <DataTable
        label={spot.show === "deleted" ? "Deleted communities" : "Communities"}
        columns={columns}
        listing={listing}
        rowId={({ id }) => id}
        current={open?.id}
        empty={<Empty spot={spot} />}
      />
      {open && !open.archivedAt ? (
        <ChangeCommunity key={open.id} community={open} onClose={() => spot.onOpen("")} />
      ) : null}
      {doomed ? <Deletion community={doomed} onClose={() => setDoomed(undefined)} /> : null}
    </>
  );
}

export default function CommunitiesSection() {
  const { company } = useCurrent();
  const spot = useSpot();
  const query = useWishes(company.id);
  const wishes = query.data?.pages.flatMap((page) => page.requests) ?? [];
  const waiting = wishes.filter(({ state }) => state === CommunityRequestState.SUBMITTED).length;
  const wish = wishes.find(({ id }) => id === spot.making);
  // The fields begin with what was asked for.
  const making = spot.making === "yes" || wish !== undefined;
  return (
    <section className="panel" aria-label="Communities">
      <HeadActs>
        <Button variant="primary" icon="plus" onPress={() => spot.onMake("yes")}>
          New community
        </Button>
      </HeadActs>
      <Filters spot={spot} waiting={waiting} />
      {spot.show === "requests" ? (
        <Requests query={query} onCreate={({ id }) => spot.onMake(id)} />
      ) : (
        <List key={spot.show} spot={spot} />
      )}
      {making ? (
        <CreateCommunity
          key={spot.making}
          wish={wish}
          onClose={() => spot.onMake("")}
          onMade={() => spot.onShow("")}
        />
      ) : null}
    </section>
  );
}
