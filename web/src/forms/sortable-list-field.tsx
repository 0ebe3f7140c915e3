import type { DescMessage } from "@bufbuild/protobuf";
import { type ReactNode, useId } from "react";
import { Icon, SortableList } from "../ui";
import { type FieldProps, useField } from "./use-field";

type Props<I extends DescMessage> = FieldProps<I> & {
  /** Labels of the values. Defaults to the values themselves. */
  labels?: ReadonlyMap<string, string>;
  /** Details shown below the values. */
  details?: ReadonlyMap<string, ReactNode>;
  empty?: ReactNode;
  /** Opens the editor of a value. */
  onEdit?: (value: string) => void;
  /** Renders the control that adds values. It, or an element around it, has the ID. */
  children: (
    values: readonly string[],
    change: (values: string[]) => void,
    addId: string,
  ) => ReactNode;
};

/** A list of texts that the user can reorder. */
export function FormSortableList<I extends DescMessage>(props: Props<I>) {
  const { field, error } = useField(props);
  const { label, labels, details, empty, onEdit, children } = props;
  const addId = useId();
  const values = (field.value ?? []) as string[];
  const change = (next: string[]) => field.onChange(next);
  return (
    <div className="stack stack--loose">
      <SortableList
        label={label}
        items={values.map((value) => ({
          value,
          label: labels?.get(value) ?? value,
          detail: details?.get(value),
        }))}
        onChange={change}
        empty={empty}
        addId={addId}
        onEdit={onEdit}
      />
      {children(values, change, addId)}
      {error ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
