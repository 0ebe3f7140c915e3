import { FormProblem } from "../../forms";
import { Button, Checkbox, TextArea, TextField } from "../../ui";
import { AudienceFields } from "./audience-fields";
import { factLabels, formLabels, labels } from "./labels";
import { type AccountFormOptions, useAccountForm } from "./use-account-form";

/** Form of an account. */
export function AccountForm(options: AccountFormOptions) {
  const form = useAccountForm(options);
  const { values, errors, write } = form;
  return (
    <form className="stack stack--loose" aria-label={factLabels.account} onSubmit={form.save}>
      <TextField
        label={formLabels.number}
        value={values.number}
        onChange={(number) => write({ number })}
        maxLength={60}
        error={errors.number}
        autoFocus
      />
      <TextField
        label={formLabels.unit}
        description={formLabels.unitHint}
        value={values.unit}
        onChange={(unit) => write({ unit })}
        maxLength={60}
        error={errors.unit}
      />
      <TextField
        label={formLabels.name}
        value={values.name}
        onChange={(name) => write({ name })}
        maxLength={120}
        error={errors.name}
      />
      <TextArea
        label={formLabels.phones}
        description={formLabels.phonesHint}
        value={values.phones}
        onChange={(phones) => write({ phones })}
        rows={2}
        error={errors.phones}
      />
      <TextField
        label={factLabels.email}
        description={formLabels.emailHint}
        value={values.email}
        onChange={(email) => write({ email })}
        error={errors.email}
      />
      <BalanceFields form={form} />
      <AudienceFields values={values} onChange={write} errors={errors} />
      <FormProblem problem={form.problem} />
      <div className="row">
        <Button type="submit" variant="primary" pending={form.isPending}>
          {options.before ? formLabels.save : labels.add}
        </Button>
        <Button variant="quiet" onPress={options.onDone}>
          {labels.cancel}
        </Button>
      </div>
    </form>
  );
}

function BalanceFields({ form }: { form: ReturnType<typeof useAccountForm> }) {
  const { values, errors, write } = form;
  return (
    <>
      <TextField
        label={formLabels.balance}
        description={formLabels.balanceHint}
        value={values.balance}
        onChange={form.writeBalance}
        error={
          form.isAmountInvalid ? formLabels.balanceInvalid : (errors.balanceCents ?? errors.balance)
        }
        inputMode="decimal"
      />
      <TextField
        label={formLabels.balanceOn}
        description={formLabels.balanceOnHint}
        type="date"
        value={values.balanceOn}
        onChange={(balanceOn) => write({ balanceOn })}
        error={errors.balanceOn}
      />
      <Checkbox
        label={formLabels.inCollections}
        isSelected={values.inCollections}
        onChange={(inCollections) => write({ inCollections })}
      />
    </>
  );
}
