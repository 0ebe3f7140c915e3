import type { DescMessage } from "@bufbuild/protobuf";
import type { FormEvent, ReactNode } from "react";
import type { Problem } from "../lib/problem";
import { Button, type ButtonProps, Icon, RequestId } from "../ui";
import { labels } from "./labels";
import { LeaveGuard } from "./leave-guard";
import { loadValidator } from "./rules";
import type { ContractForm as Form } from "./use-contract-form";

/** An error of the form that belongs to no single field. */
export function FormProblem({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null;
  return (
    <div className="notice notice--danger" role="alert">
      <Icon name="danger" />
      <div className="stack stack--tight">
        <p>
          <span className="strong">{problem.title}</span> {problem.text}
        </p>
        {problem.retryable && problem.requestId ? <RequestId id={problem.requestId} /> : null}
      </div>
    </div>
  );
}

type Props<I extends DescMessage> = {
  of: Form<I>;
  /** Accessible name of the form. */
  label: string;
  className?: string;
  children: ReactNode;
};

/** The form element around the fields of a call. FormSubmit sends it from anywhere on the page. */
export function ContractForm<I extends DescMessage>({ of, label, className, children }: Props<I>) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A form in a dialog must not submit the form of the page that rendered the dialog.
    event.stopPropagation();
    if (!of.pending) void of.submit();
  };
  return (
    <>
      <form
        id={of.id}
        aria-label={label}
        className={className ?? "stack stack--loose"}
        noValidate
        onSubmit={send}
        onFocus={() => void loadValidator()}
      >
        <FormProblem problem={of.problem} />
        {children}
      </form>
      <LeaveGuard unsaved={of.unsaved && !of.drafted && !of.pending} />
    </>
  );
}

/** Why a form without changes can't be saved. */
export function noChanges({ unsaved }: Pick<Form, "unsaved">): string | undefined {
  return unsaved ? undefined : labels.noChanges;
}

type SubmitProps = Omit<ButtonProps, "type" | "form" | "pending"> & { of: Form };

/** Sends the form. Can be outside of the form element, such as in a dialog's footer. */
export function FormSubmit({ of, ...button }: SubmitProps) {
  return <Button variant="primary" {...button} type="submit" form={of.id} pending={of.pending} />;
}

/** Footer of a dialog or sheet with a form: Cancel, and the button that sends it. */
export function FormActions({ onCancel, ...submit }: SubmitProps & { onCancel: () => void }) {
  return (
    <>
      <Button onPress={onCancel}>{labels.cancel}</Button>
      <FormSubmit {...submit} />
    </>
  );
}
