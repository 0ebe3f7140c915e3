import { useWatch } from "react-hook-form";
import { fieldLabels } from "../../../entities/service-request/labels";
import { FormPhone, FormText } from "../../../forms";
import type { HomeownerAccount } from "../../../gen/parlor/v1/homeowner_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Avatar } from "../../../ui";
import { useAccountMatches } from "./account-matches";
import { contactDetails, labels } from "./labels";
import type { CreateForm } from "./use-create-form";

type Props = {
  form: CreateForm;
  communityId: string;
  unit: string;
  onPick: (account: HomeownerAccount) => void;
};

/** The people of the unit, and the fields of the contact to notify. */
export function Contacts({ form, communityId, unit, onPick }: Props) {
  const found = useAccountMatches(communityId, unit).data?.accounts ?? [];
  const people = found.filter((account) => account.unit === unit && account.name !== "");
  const [name, phone] = useWatch({
    control: form.hook.control,
    name: ["contactName", "contactPhone"],
  });
  const isPicked = (account: HomeownerAccount) =>
    account.name === name && (account.phones[0] ?? "") === phone;
  return (
    <>
      {people.length > 0 ? (
        <fieldset className="field choices">
          <legend className="field__label">{labels.contact}</legend>
          <div className="contacts">
            {people.map((account) => (
              <label key={account.id} className="contact">
                <input
                  className="choice__box"
                  type="radio"
                  name="contact"
                  checked={isPicked(account)}
                  onChange={() => onPick(account)}
                />
                <Avatar name={account.name} />
                <span className="row__grow contact__words">
                  <b>{showDirectionMarks(account.name)}</b>
                  <span className="caption">{contactDetails(account)}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      <div className="create__grid create__grid--3">
        <FormText of={form} name="contactName" label={fieldLabels.contactName} maxLength={120} />
        <FormPhone of={form} name="contactPhone" label={fieldLabels.contactPhone} />
        <FormText of={form} name="contactEmail" label={fieldLabels.contactEmail} type="email" />
      </div>
    </>
  );
}
