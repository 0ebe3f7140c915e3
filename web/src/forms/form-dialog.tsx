import type { DescMessage } from "@bufbuild/protobuf";
import type { ReactNode } from "react";
import { Dialog } from "../ui";
import { ContractForm, FormActions } from "./contract-form";
import type { ContractForm as Form } from "./use-contract-form";

type Props<I extends DescMessage> = {
  of: Form<I>;
  title: string;
  /** Label of the button that sends the form. */
  submit: string;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form. Clicking outside doesn't close it. */
export function FormDialog<I extends DescMessage>(props: Props<I>) {
  const { of, title, submit, onClose, children } = props;
  return (
    <Dialog
      open
      staysOpen
      title={title}
      onClose={onClose}
      foot={
        <FormActions onCancel={onClose} of={of}>
          {submit}
        </FormActions>
      }
    >
      <ContractForm of={of} label={title}>
        {children}
      </ContractForm>
    </Dialog>
  );
}
