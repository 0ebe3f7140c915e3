import { useQuery } from "@connectrpc/connect-query";
import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { HomeownerService } from "../../../gen/parlor/v1/homeowner_service_pb";
import { useDebounced } from "../../../lib/use-debounced";
import { Button, Checkbox, ErrorState, SearchField, Skeleton } from "../../../ui";
import { labels } from "./labels";

/** Maximum number of accounts for which a letter is filled in at once. */
export const maxLetters = 100;

type Props = {
  communityId: string;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Chooses homeowner accounts of a community. */
export function ChooseAccounts({ communityId, chosen, onChange }: Props) {
  const [text, setText] = useState("");
  const query = useDebounced(text.trim(), 250);
  const found = useQuery(HomeownerService.method.listHomeownerAccounts, {
    communityId,
    query,
    limit: maxLetters,
  });
  const accounts = found.data?.accounts ?? [];
  const isFull = chosen.length >= maxLetters;
  const choose = (ids: readonly string[]) =>
    onChange([...new Set([...chosen, ...ids])].slice(0, maxLetters));
  const toggle = (id: string, isChosen: boolean) =>
    isChosen ? choose([id]) : onChange(chosen.filter((other) => other !== id));
  return (
    <div className="stack">
      <SearchField label={labels.search} hideLabel value={text} onChange={setText} />
      <div className="row row--between">
        <span className="caption" role="status">
          {labels.chosen(chosen.length)}
        </span>
        <span className="row">
          <Button variant="link" size="small" onPress={() => choose(accounts.map(({ id }) => id))}>
            {labels.chooseShown}
          </Button>
          <Button variant="link" size="small" onPress={() => onChange([])}>
            {labels.chooseNone}
          </Button>
        </span>
      </div>
      {found.isError ? (
        <ErrorState problem={toProblem(found.error)} onRetry={() => found.refetch()} />
      ) : null}
      {found.isPending ? <Skeleton high="96px" /> : null}
      {found.data && accounts.length === 0 ? (
        <p className="small secondary">{labels.none}</p>
      ) : null}
      {isFull ? <p className="caption">{labels.full}</p> : null}
      <ul className="letters__accounts" aria-label={labels.choose}>
        {accounts.map((account) => (
          <li key={account.id}>
            <Checkbox
              label={labels.account(account)}
              isSelected={chosen.includes(account.id)}
              isDisabled={isFull && !chosen.includes(account.id)}
              onChange={(isChosen) => toggle(account.id, isChosen)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
