import { useState } from "react";
import { Fact } from "../../../gen/parlor/options/v1/screen_pb";
import type { HomeownerAccount } from "../../../gen/parlor/v1/homeowner_service_pb";
import { phoneWords } from "../../../lib/names";
import { useCurrent } from "../../../rpc/current";
import { Badge, Button, EmptyFace, ProblemFace, SearchField, Skeleton } from "../../../ui";
import { useAccounts, useRemoveAccount } from "./use-accounts";
import { balanceWords, count, nameOf } from "./words";

type Props = {
  communityId: string;
  onShow: (view: "import" | "new" | HomeownerAccount) => void;
};

/** Who imports and removes: administrators do. */
function useIsAdministrator(): boolean {
  return useCurrent().standing.facts.includes(Fact.ADMINISTRATOR);
}

/** The accounts, to look for one of them. */
export function AccountList({ communityId, onShow }: Props) {
  const [words, setWords] = useState("");
  const { listing, total } = useAccounts(communityId, words);
  const isAdministrator = useIsAdministrator();
  const { rows, problem, more } = listing;
  const none = total === 0;
  return (
    <div className="stack">
      <div className="row row--wrap row--between">
        <span className="row row--wrap">
          {isAdministrator ? (
            <Button size="small" onPress={() => onShow("import")}>
              Import
            </Button>
          ) : null}
          <Button size="small" icon="plus" onPress={() => onShow("new")}>
            Add
          </Button>
        </span>
        <span className="caption" role="status">
          {total ? count(total, "account") : null}
        </span>
      </div>
      {none ? null : (
        <SearchField
          label="Find an account"
          hideLabel
          placeholder="Unit, name, phone, e-mail or number"
          value={words}
          onChange={setWords}
        />
      )}
      {problem ? (
        <ProblemFace
          title="The accounts did not load"
          problem={problem}
          onRetry={listing.onRetry}
          pending={listing.pending}
        />
      ) : !rows ? (
        <div className="stack" aria-busy="true">
          <Skeleton wide="100%" high="72px" />
          <Skeleton wide="100%" high="72px" />
          <Skeleton wide="100%" high="72px" />
        </div>
      ) : rows.length === 0 ? (
        <EmptyFace
          title={none ? "No accounts yet" : "No account has that"}
          text={none ? noneWords(isAdministrator) : "Look for a part of it, such as a unit."}
        />
      ) : (
        <ul className="table-cards" aria-label="Accounts">
          {rows.map((account) => (
            <AccountCard
              key={account.id}
              account={account}
              removable={isAdministrator}
              onOpen={() => onShow(account)}
            />
          ))}
        </ul>
      )}
      {more ? (
        <Button size="small" pending={more.pending} onPress={more.onMore}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}

function noneWords(isAdministrator: boolean): string {
  return isAdministrator
    ? "Import them from the association's books, or add one. Until then staff answer what asks for a balance."
    : "Add one, or ask an administrator to import them. Until then staff answer what asks for a balance.";
}

type CardProps = { account: HomeownerAccount; removable: boolean; onOpen: () => void };

function AccountCard({ account, removable, onOpen }: CardProps) {
  const remove = useRemoveAccount();
  const facts: [string, string][] = [
    ["Account", account.number],
    ["Phones", account.phones.map(phoneWords).join(", ") || "None"],
    ["E-mail", account.email || "None"],
    ["Balance", balanceWords(account)],
  ];
  return (
    <li className="table-card">
      <div className="row row--between">
        <span className="row row--wrap">
          <button type="button" className="table__name" onClick={onOpen}>
            {nameOf(account)}
          </button>
          {account.name ? <span className="secondary">{account.name}</span> : null}
          {account.inCollections ? <Badge tone="warning">In collections</Badge> : null}
        </span>
        {removable ? (
          <Button
            size="small"
            variant="quiet"
            icon="bin"
            aria-label={`Remove ${nameOf(account)}`}
            onPress={() => remove(account)}
          />
        ) : null}
      </div>
      <dl className="table-card__facts">
        {facts.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
