import type { DescMessage } from "@bufbuild/protobuf";
import { useSession } from "../../entities/session/session";
import { type FieldProps, useField } from "../../forms";
import { AutocompleteInput } from "../../ui/searchable-select";
import { sharedLabels } from "./labels";

/** Name of a vendor. Accepts any text; suggests the user's preferred vendors in their order. */
export function VendorField<I extends DescMessage>(props: FieldProps<I>) {
  const { user } = useSession();
  const { field, error } = useField(props);
  return (
    <AutocompleteInput
      label={props.label}
      placeholder={sharedLabels.vendorHint}
      value={String(field.value ?? "")}
      onChange={field.onChange}
      choices={user.preferredVendors.map((name) => ({ id: name, label: name }))}
      error={error}
    />
  );
}
