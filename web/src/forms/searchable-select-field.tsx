import type { DescMessage } from "@bufbuild/protobuf";
import { SearchableSelect } from "../ui/searchable-select";
import type { SearchableOption } from "../ui/searchable-select-parts";
import { type FieldProps, useField } from "./use-field";

type Props<I extends DescMessage> = FieldProps<I> & { choices: readonly SearchableOption[] };

/** Chooses one option of a long list; typing filters it. */
export function FormSearchableSelect<I extends DescMessage>(props: Props<I>) {
  const { label, choices } = props;
  const { field, error } = useField(props);
  return (
    <SearchableSelect
      label={label}
      choices={choices}
      value={String(field.value ?? "")}
      onChange={field.onChange}
      error={error}
    />
  );
}
