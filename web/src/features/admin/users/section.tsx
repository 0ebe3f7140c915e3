import { SectionSearch } from "../section-search";
// Users of the company, with their roles and communities.

import { toListing } from "../../../api/listing";
import { useSession } from "../../../entities/session/session";
import { useDebounced } from "../../../lib/use-debounced";
import { Button, EmptyState } from "../../../ui";
import { DataTable } from "../../../ui/table";
import { HeaderActions } from "../header-actions";
import { sectionLabels } from "../section-labels";
import { useAdminUrlState } from "../url-state";
import { columns } from "./columns";
import { EditUser, hiddenCommunities } from "./edit-sheet";
import { InviteUser } from "./invite-sheet";
import { labels } from "./labels";
import { usePendingStates, useUser, useUserList } from "./queries";
import { useUserActions } from "./use-user-actions";

export default function UsersSection() {
  const { user: own, company } = useSession();
  const { get, go } = useAdminUrlState();
  const turning = usePendingStates();
  const actions = useUserActions();
  const query = useUserList(company.id, useDebounced(get("find"), 200));
  const listing = toListing(query, (page) => page.users);
  const listed = listing.rows?.find(({ id }) => id === get("open"));
  // The list holds only the first of many assigned communities.
  const complete = listed && hiddenCommunities(listed) === 0 ? listed : undefined;
  const linked = useUser(get("open"), listing.rows !== undefined && !complete);
  const open = complete ?? linked.data?.user;
  return (
    <section className="panel" aria-label={sectionLabels.users}>
      <HeaderActions>
        <Button variant="primary" icon="plus" onPress={() => go({ new: "yes", open: "" })}>
          {labels.inviteUser}
        </Button>
      </HeaderActions>
      <SectionSearch label={labels.search} placeholder={labels.searchPlaceholder} />
      <DataTable
        label={sectionLabels.users}
        columns={columns({
          ...actions,
          ownId: own.id,
          stateOf: ({ id, state }) => turning(id) ?? state,
          onOpen: ({ id }) => go({ open: id, new: "" }),
        })}
        listing={listing}
        rowId={({ id }) => id}
        current={open?.id}
        empty={
          <EmptyState
            title={get("find") ? labels.noMatches : labels.noUsersYet}
            text={get("find") ? labels.noMatchesHint : labels.noUsersHint}
          />
        }
      />
      {open ? (
        <EditUser key={open.id} user={open} onClose={() => go({ open: "" })} />
      ) : get("new") ? (
        <InviteUser onClose={() => go({ new: "" })} />
      ) : null}
    </section>
  );
}
