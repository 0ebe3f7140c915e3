import {
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components";
import { useField } from "../../../forms";
import type { HomeownerAccount } from "../../../gen/parlor/v1/homeowner_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Icon, UnitPlate } from "../../../ui";
import { useAccountMatches } from "./account-matches";
import { contactDetails, labels } from "./labels";
import type { CreateForm } from "./use-create-form";

type Props = {
  form: CreateForm;
  communityId: string;
  onPick: (account: HomeownerAccount) => void;
};

function AccountOption({ account }: { account: HomeownerAccount }) {
  const name = account.name || labels.account(account.number);
  return (
    <ListBoxItem id={account.id} className="menu__item lookup__item" textValue={account.unit}>
      <UnitPlate unit={account.unit} />
      <span className="truncate">{showDirectionMarks(name)}</span>
      <span className="caption">{contactDetails(account)}</span>
    </ListBoxItem>
  );
}

/** The unit: typing finds homeowner accounts, and picking one fills in the contact. */
export default function UnitLookup({ form, communityId, onPick }: Props) {
  const { field, error } = useField({ of: form, name: "unit", label: labels.unit });
  const unit = String(field.value ?? "");
  const matches = useAccountMatches(communityId, unit);
  const accounts = unit.trim() ? (matches.data?.accounts ?? []) : [];
  const pick = (key: unknown) => {
    const account = accounts.find(({ id }) => id === key);
    if (account) onPick(account);
  };
  return (
    <ComboBox
      className="field"
      allowsCustomValue
      allowsEmptyCollection={communityId !== "" && unit.trim() !== ""}
      items={accounts}
      inputValue={unit}
      onInputChange={field.onChange}
      onSelectionChange={pick}
      onBlur={field.onBlur}
      defaultFilter={() => true}
      isInvalid={Boolean(error)}
    >
      <Label className="field__label">{labels.unit}</Label>
      <span className="input-with-icon">
        <Icon name="find" size="small" />
        <Input className="input" ref={field.ref} maxLength={60} />
      </span>
      <Text slot="description" className="field__hint">
        {communityId ? labels.unitHint : labels.communityFirst}
      </Text>
      <FieldError className="field__error">
        {error ? (
          <>
            <Icon name="danger" size="small" />
            {error}
          </>
        ) : null}
      </FieldError>
      <Popover
        className="menu choose__list lookup__list"
        placement="bottom start"
        offset={4}
        maxHeight={320}
      >
        <ListBox
          items={accounts}
          renderEmptyState={() => (
            <p className="lookup__none caption">
              {matches.isSuccess ? labels.noAccounts : labels.searching}
            </p>
          )}
        >
          {(account: HomeownerAccount) => <AccountOption account={account} />}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
