import { Fragment, type ReactNode, useState } from "react";
import { kindLabel } from "../../entities/homeowner/kind";
import { useSession } from "../../entities/session/session";
import { Entitlement } from "../../gen/parlor/options/v1/screen_pb";
import type { HomeownerAccount } from "../../gen/parlor/v1/homeowner_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Badge, Button, EmptyState, ErrorState, PhoneLink, SearchField, Skeleton } from "../../ui";
import { buttonLabels } from "./button-labels";
import { accountName, balanceLabel, factLabels, labels } from "./labels";
import { useAccounts, useRemoveAccount } from "./use-accounts";

type Props = {
  communityId: string;
  /** Initial search of the list. */
  startWords: string;
  onShow: (view: "import" | "new" | HomeownerAccount) => void;
};

/** Returns whether the user is an administrator, who may import and remove accounts. */
function useIsAdministrator(): boolean {
  return useSession().entitlements.granted.includes(Entitlement.ADMINISTRATOR);
}

/** Searchable list of accounts. */
export function AccountList({ communityId, startWords, onShow }: Props) {
  const [words, setWords] = useState(startWords);
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
              {labels.import}
            </Button>
          ) : null}
          <Button size="small" icon="plus" onPress={() => onShow("new")}>
            {labels.add}
          </Button>
        </span>
        <span className="caption" role="status">
          {total ? labels.accounts(total) : null}
        </span>
      </div>
      {none ? null : (
        <SearchField
          label={labels.search}
          hideLabel
          placeholder={labels.searchHint}
          value={words}
          onChange={setWords}
        />
      )}
      {problem ? (
        <ErrorState
          title={labels.loadFailed}
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
        <EmptyState
          title={none ? labels.none : labels.noMatches}
          text={none ? emptyText(isAdministrator) : labels.noMatchesHint}
        />
      ) : (
        <ul aria-label={buttonLabels.accounts}>
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
          {labels.showMore}
        </Button>
      ) : null}
    </div>
  );
}

function emptyText(isAdministrator: boolean): string {
  return isAdministrator ? labels.noneToImport : labels.noneToAdd;
}

function Phones({ phones }: { phones: readonly string[] }) {
  return phones.map((phone, index) => (
    <Fragment key={phone}>
      {index > 0 ? ", " : null}
      <PhoneLink phone={phone} />
    </Fragment>
  ));
}

type CardProps = { account: HomeownerAccount; removable: boolean; onOpen: () => void };

function AccountCard({ account, removable, onOpen }: CardProps) {
  const remove = useRemoveAccount();
  const facts: [string, ReactNode][] = [
    [factLabels.account, account.number],
    [
      factLabels.phones,
      account.phones.length > 0 ? <Phones key="phones" phones={account.phones} /> : factLabels.none,
    ],
    [factLabels.email, account.email || factLabels.none],
    [factLabels.balance, balanceLabel(account)],
  ];
  const place = [account.building, kindLabel(account.kind)].filter(Boolean).join(" · ");
  if (place) facts.push([factLabels.place, place]);
  return (
    <li className="table-card">
      <div className="row row--between">
        <span className="row row--wrap">
          <button type="button" className="table__name" onClick={onOpen}>
            {accountName(account)}
          </button>
          {account.name ? (
            <span className="secondary">{showDirectionMarks(account.name)}</span>
          ) : null}
          {account.inCollections ? <Badge tone="warning">{factLabels.inCollections}</Badge> : null}
          {account.doNotText ? <Badge tone="outline">{factLabels.noTextBlasts}</Badge> : null}
          {account.tags.map((tag) => (
            <Badge key={tag}>{showDirectionMarks(tag)}</Badge>
          ))}
        </span>
        {removable ? (
          <Button
            size="small"
            variant="quiet"
            icon="bin"
            aria-label={labels.remove(accountName(account))}
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
