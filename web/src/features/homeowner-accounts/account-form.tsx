import { type FormEvent, useState } from "react";
import { toProblem } from "../../api/problem";
import { FormProblem } from "../../forms";
import { HomeownerKind } from "../../gen/parlor/v1/homeowner_kind_pb";
import type { HomeownerAccount } from "../../gen/parlor/v1/homeowner_service_pb";
import { formatPhone } from "../../lib/names";
import { Button, Checkbox, TextArea, TextField, toast } from "../../ui";
import { AudienceFields } from "./audience-fields";
import { factLabels, formatAmount, formLabels, labels } from "./labels";
import { parseCents, parsePhones } from "./rules";
import { useCreateAccount, useUpdateAccount } from "./use-accounts";

type Props = {
  communityId: string;
  /** The account to edit. Unset for a new one. */
  before: HomeownerAccount | undefined;
  onDone: () => void;
};

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

/** Form of an account. */
export function AccountForm({ communityId, before, onDone }: Props) {
  const [values, setValues] = useState(() => initialValues(before));
  const [isAmountInvalid, setIsAmountInvalid] = useState(false);
  const add = useCreateAccount();
  const change = useUpdateAccount();
  const error = add.error ?? change.error;
  const problem = error ? toProblem(error) : undefined;
  const fields = problem?.fields ?? {};
  const fieldNames = [
    ...["number", "unit", "name", "phones", "email", "balanceCents", "balance", "balanceOn"],
    ...["building", "language", "tags"],
  ];
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

  return (
    <form className="stack stack--loose" aria-label={factLabels.account} onSubmit={save}>
      <TextField
        label={formLabels.number}
        value={values.number}
        onChange={(number) => write({ number })}
        maxLength={60}
        error={fields.number}
        autoFocus
      />
      <TextField
        label={formLabels.unit}
        description={formLabels.unitHint}
        value={values.unit}
        onChange={(unit) => write({ unit })}
        maxLength={60}
        error={fields.unit}
      />
      <TextField
        label={formLabels.name}
        value={values.name}
        onChange={(name) => write({ name })}
        maxLength={120}
        error={fields.name}
      />
      <TextArea
        label={formLabels.phones}
        description={formLabels.phonesHint}
        value={values.phones}
        onChange={(phones) => write({ phones })}
        rows={2}
        error={fields.phones}
      />
      <TextField
        label={factLabels.email}
        description={formLabels.emailHint}
        value={values.email}
        onChange={(email) => write({ email })}
        error={fields.email}
      />
      <TextField
        label={formLabels.balance}
        description={formLabels.balanceHint}
        value={values.balance}
        onChange={writeBalance}
        error={
          isAmountInvalid ? formLabels.balanceInvalid : (fields.balanceCents ?? fields.balance)
        }
        inputMode="decimal"
      />
      <TextField
        label={formLabels.balanceOn}
        description={formLabels.balanceOnHint}
        type="date"
        value={values.balanceOn}
        onChange={(balanceOn) => write({ balanceOn })}
        error={fields.balanceOn}
      />
      <Checkbox
        label={formLabels.inCollections}
        isSelected={values.inCollections}
        onChange={(inCollections) => write({ inCollections })}
      />
      <AudienceFields values={values} onChange={write} errors={fields} />
      <FormProblem
        problem={problem && !fieldNames.some((name) => fields[name]) ? problem : undefined}
      />
      <div className="row">
        <Button type="submit" variant="primary" pending={add.isPending || change.isPending}>
          {before ? formLabels.save : labels.add}
        </Button>
        <Button variant="quiet" onPress={onDone}>
          {labels.cancel}
        </Button>
      </div>
    </form>
  );
}
