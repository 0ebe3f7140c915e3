// The staff of the company: who they are, what they may do, and what they see.

import { useState } from "react";
import { useDebounced } from "../../../lib/debounced";
import { useCurrent } from "../../../rpc/current";
import { listingOf } from "../../../rpc/listing";
import { Button, EmptyFace, SearchField } from "../../../ui";
import { DataTable } from "../../../ui/table";
import { HeadActs } from "../head";
import { usePlace } from "../use-place";
import { ChangeUser } from "./change";
import { columns } from "./columns";
import { Invite } from "./invite";
import { useTurning, useUser, useUserList } from "./queries";
import { useActs } from "./use-acts";

function Find() {
  const { get, go } = usePlace();
  const [words, setWords] = useState(get("find"));
  return (
    <div className="filters">
      <div className="filters__find">
        <SearchField
          label="Find a person"
          hideLabel
          placeholder="Name or e-mail"
          maxLength={120}
          value={words}
          onChange={(find) => {
            setWords(find);
            go({ find, open: "" }, { replace: true });
          }}
        />
      </div>
    </div>
  );
}

export default function UsersSection() {
  const { user: own, company } = useCurrent();
  const { get, go } = usePlace();
  const turning = useTurning();
  const acts = useActs();
  const query = useUserList(company.id, useDebounced(get("find"), 200));
  const listing = listingOf(query, (page) => page.users);
  const listed = listing.rows?.find(({ id }) => id === get("open"));
  const linked = useUser(get("open"), listing.rows !== undefined && !listed);
  const open = listed ?? linked.data?.user;
  return (
    <section className="panel" aria-label="Users">
      <HeadActs>
        <Button variant="primary" icon="plus" onPress={() => go({ new: "yes", open: "" })}>
          Invite somebody
        </Button>
      </HeadActs>
      <Find />
      <DataTable
        label="Users"
        columns={columns({
          ...acts,
          ownId: own.id,
          stateOf: ({ id, state }) => turning(id) ?? state,
          onOpen: ({ id }) => go({ open: id, new: "" }),
        })}
        listing={listing}
        rowId={({ id }) => id}
        current={open?.id}
        empty={
          <EmptyFace
            title={get("find") ? "Nobody of that name" : "Nobody works here yet"}
            text={
              get("find")
                ? "Look for a shorter part of a name or an address, or empty the field to see all."
                : "Invite the first person; they choose their password by a link in a mail."
            }
          />
        }
      />
      {open ? (
        <ChangeUser key={open.id} user={open} onClose={() => go({ open: "" })} />
      ) : get("new") ? (
        <Invite onClose={() => go({ new: "" })} />
      ) : null}
    </section>
  );
}
