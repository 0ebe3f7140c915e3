import { type FormEvent, useState } from "react";
import { FormProblem } from "../../../forms";
import type { HomeownerAccount } from "../../../gen/parlor/v1/homeowner_service_pb";
import { phoneWords } from "../../../lib/names";
import { toProblem } from "../../../rpc/problem";
import { Button, Checkbox, TextArea, TextField, toast } from "../../../ui";
import { useAddAccount, useChangeAccount } from "./use-accounts";
import { centsOf, phonesOf, sumWords } from "./words";

type Props = {
  communityId: string;
  /** What is changed; a new one without it. */
  before: HomeownerAccount | undefined;
  onDone: () => void;
};

const startOf = (before: HomeownerAccount | undefined) => ({
  number: before?.number ?? "",
  unit: before?.unit ?? "",
  name: before?.name ?? "",
  phones: before?.phones.map(phoneWords).join("\n") ?? "",
  email: before?.email ?? "",
  balance: before?.balanceCents === undefined ? "" : sumWords(before.balanceCents),
  balanceOn: before?.balanceOn ?? "",
  inCollections: before?.inCollections ?? false,
});

/** One account, to write. */
export function AccountForm({ communityId, before, onDone }: Props) {
  const [values, setValues] = useState(() => startOf(before));
  const [noSum, setNoSum] = useState(false);
  const add = useAddAccount();
  const change = useChangeAccount();
  const error = add.error ?? change.error;
  const problem = error ? toProblem(error) : undefined;
  const fields = problem?.fields ?? {};
  const known = ["number", "unit", "name", "phones", "email", "balanceCents", "balanceOn"];
  const write = (part: Partial<typeof values>) => setValues((now) => ({ ...now, ...part }));

  /** Another sum is not as of the day of the one before, unless somebody wrote a day. */
  function writeBalance(balance: string) {
    const start = startOf(before);
    const wroteDay = !["", start.balanceOn].includes(values.balanceOn);
    const day = balance === start.balance ? start.balanceOn : "";
    write({ balance, balanceOn: wroteDay ? values.balanceOn : day });
  }

  function save(event: FormEvent) {
    event.preventDefault();
    const balanceCents = centsOf(values.balance);
    setNoSum(Number.isNaN(balanceCents));
    if (Number.isNaN(balanceCents)) return;
    const { number, unit, name, email, balanceOn, inCollections } = values;
    const said = { communityId, number, unit, name, email, balanceOn, inCollections };
    const sum = balanceCents === undefined ? {} : { balanceCents };
    const phones = phonesOf(values.phones);
    const onSuccess = () => {
      toast.success({ title: before ? "Account changed." : "Account added." });
      onDone();
    };
    if (!before) return add.mutate({ ...said, ...sum, phones }, { onSuccess });
    const { id, version } = before;
    const forgetBalance = balanceCents === undefined;
    const changed = { ...said, ...sum, id, version, forgetBalance, phones: { numbers: phones } };
    change.mutate(changed, { onSuccess });
  }

  return (
    <form className="stack stack--loose" aria-label="Account" onSubmit={save}>
      <TextField
        label="Account number"
        value={values.number}
        onChange={(number) => write({ number })}
        maxLength={60}
        error={fields.number}
        autoFocus
      />
      <TextField
        label="Unit"
        description="A resident may be asked for it: write it as they would."
        value={values.unit}
        onChange={(unit) => write({ unit })}
        maxLength={60}
        error={fields.unit}
      />
      <TextField
        label="Name"
        value={values.name}
        onChange={(name) => write({ name })}
        maxLength={120}
        error={fields.name}
      />
      <TextArea
        label="Phones"
        description="One a line. The bot knows the homeowner by them."
        value={values.phones}
        onChange={(phones) => write({ phones })}
        rows={2}
        error={fields.phones}
      />
      <TextField
        label="E-mail"
        description="Where a code is sent, if the persona asks for one."
        value={values.email}
        onChange={(email) => write({ email })}
        error={fields.email}
      />
      <TextField
        label="Balance in dollars"
        description="What is owed; a credit with a minus. Empty where it is not known."
        value={values.balance}
        onChange={writeBalance}
        error={noSum ? "Write it as 1,234.56." : fields.balanceCents}
        inputMode="decimal"
      />
      <TextField
        label="As of"
        description="Empty is today."
        type="date"
        value={values.balanceOn}
        onChange={(balanceOn) => write({ balanceOn })}
        error={fields.balanceOn}
      />
      <Checkbox
        label="In collections: the bot says the persona's words for this instead of a balance"
        isSelected={values.inCollections}
        onChange={(inCollections) => write({ inCollections })}
      />
      <FormProblem problem={problem && !known.some((name) => fields[name]) ? problem : undefined} />
      <div className="row">
        <Button type="submit" variant="primary" pending={add.isPending || change.isPending}>
          {before ? "Save" : "Add"}
        </Button>
        <Button variant="quiet" onPress={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
