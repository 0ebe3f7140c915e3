import type { DescMessage } from "@bufbuild/protobuf";
import { type Pick, Picks } from "../ui";
import { type EntryProps, useEntry } from "./use-entry";

type Props<I extends DescMessage> = EntryProps<I> & { options: readonly Pick[]; none?: string };

/** Several of a list that may be hundreds long. */
export function FormPicks<I extends DescMessage>(props: Props<I>) {
  const { of, name, ...rest } = props;
  const { field, error } = useEntry(props);
  return (
    <Picks
      {...rest}
      value={(field.value ?? []) as string[]}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
    />
  );
}
