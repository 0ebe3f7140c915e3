// State of the form of an account.

import { type FormEvent, useState } from "react";
import { toProblem } from "../../api/problem";
import { HomeownerKind } from "../../gen/parlor/v1/homeowner_kind_pb";
import type { HomeownerAccount } from "../../gen/parlor/v1/homeowner_service_pb";
import { formatPhone } from "../../lib/names";
import { toast } from "../../ui";
import { formatAmount, formLabels } from "./labels";
import { parseCents, parsePhones } from "./rules";
import { useCreateAccount, useUpdateAccount } from "./use-accounts";

export type AccountFormOptions = {
  communityId: string;
  /** The account to edit. Unset for a new one. */
  before: HomeownerAccount | undefined;
  onDone: () => void;
};

const fieldNames = [
  ...["number", "unit", "name", "phones", "email", "balanceCents", "balance", "balanceOn"],
  ...["building", "language", "tags"],
];

const initialValues = (before: HomeownerAccount | undefined) => ({
  number: before?.number ?? "",
  unit: before?.unit ?? "",
  name: before?.name ?? "",
  phones: before?.phones.map(formatPhone).join("\n") ?? "",
  email: before?.email ?? "",
  balance: before?.balanceCents === undefined ? "" : formatAmount(before.balanceCents),
  balanceOn: before?.balanceOn ?? "",
  inCollections: before?.inCollections ?? false,
  building: before?.building ?? "",
  kind: before?.kind ?? HomeownerKind.UNSPECIFIED,
  language: before?.language ?? "",
  tags: before?.tags ?? [],
  doNotText: before?.doNotText ?? false,
});

export function useAccountForm({ communityId, before, onDone }: AccountFormOptions) {
  const [values, setValues] = useState(() => initialValues(before));
  const [isAmountInvalid, setIsAmountInvalid] = useState(false);
  const add = useCreateAccount();
  const change = useUpdateAccount();
  const error = add.error ?? change.error;
  const problem = error ? toProblem(error) : undefined;
  const errors = problem?.fields ?? {};
  const write = (part: Partial<typeof values>) => setValues((now) => ({ ...now, ...part }));

  /** Clears the date of the balance when the balance changes, unless the user entered a date. */
  function writeBalance(balance: string) {
    const start = initialValues(before);
    const wroteDay = !["", start.balanceOn].includes(values.balanceOn);
    const day = balance === start.balance ? start.balanceOn : "";
    write({ balance, balanceOn: wroteDay ? values.balanceOn : day });
  }

  function save(event: FormEvent) {
    event.preventDefault();
    const balanceCents = parseCents(values.balance);
    setIsAmountInvalid(Number.isNaN(balanceCents));
    if (Number.isNaN(balanceCents)) return;
    const { number, unit, name, email, balanceOn, inCollections } = values;
    const { building, kind, language, tags, doNotText } = values;
    const common = {
      communityId,
      ...{ number, unit, name, email, balanceOn, inCollections },
      ...{ building, kind, language, doNotText },
    };
    const sum = balanceCents === undefined ? {} : { balanceCents };
    const phones = parsePhones(values.phones);
    const onSuccess = () => {
      toast.success({ title: before ? formLabels.saved : formLabels.added });
      onDone();
    };
    if (!before) return add.mutate({ ...common, ...sum, phones, tags }, { onSuccess });
    const { id, version } = before;
    const balance = balanceCents === undefined ? {} : { cents: balanceCents };
    const changed = {
      ...common,
      balance,
      phones: { numbers: phones },
      tags: { tags },
      id,
      version,
    };
    change.mutate(changed, { onSuccess });
  }

  return {
    values,
    /** By the name of the field. */
    errors,
    /** Unset if the errors of the fields say it all. */
    problem: fieldNames.some((name) => errors[name]) ? undefined : problem,
    isAmountInvalid,
    isPending: add.isPending || change.isPending,
    write,
    writeBalance,
    save,
  };
}
