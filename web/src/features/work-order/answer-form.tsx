import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toProblem } from "../../api/problem";
import { type WorkOrder, WorkOrderService } from "../../gen/parlor/v1/work_order_service_pb";
import { Button, Icon, TextArea, TextField } from "../../ui";
import { labels } from "./labels";

type Props = { token: string; onAnswered: (order: WorkOrder) => void };

/** Parses dollars to cents; undefined for an invalid amount. */
export function toCents(dollars: string): number | undefined {
  const plain = dollars.replaceAll(/[$,\s]/g, "");
  if (plain === "") return 0;
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined;
}

/** Accepts with a date, or declines with a reason. */
export function AnswerForm({ token, onAnswered }: Props) {
  const transport = useTransport();
  const [scheduledOn, setScheduledOn] = useState("");
  const [estimate, setEstimate] = useState("");
  const [note, setNote] = useState("");
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const answering = useMutation({
    mutationFn: (isAccepted: boolean) =>
      callUnaryMethod(transport, WorkOrderService.method.answerWorkOrder, {
        token,
        isAccepted,
        note,
        ...(isAccepted ? { scheduledOn, estimateCents: toCents(estimate) ?? 0 } : {}),
      }),
    onSuccess: ({ workOrder }) => {
      if (workOrder) onAnswered(workOrder);
    },
  });
  const problem = answering.error ? toProblem(answering.error) : undefined;
  const fields = { ...problem?.fields, ...errors };

  function answer(isAccepted: boolean) {
    const wrong = isAccepted
      ? {
          scheduledOn: scheduledOn ? undefined : labels.dateMissing,
          estimateCents: toCents(estimate) === undefined ? labels.estimateWrong : undefined,
        }
      : { note: note.trim() ? undefined : labels.noteMissing };
    setErrors(wrong);
    if (Object.values(wrong).some(Boolean)) return;
    answering.mutate(isAccepted);
  }

  return (
    <form
      className="panel panel__body stack stack--loose"
      aria-label={labels.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        answer(true);
      }}
    >
      {problem && Object.keys(problem.fields).length === 0 ? (
        <p className="notice notice--danger" role="alert">
          <Icon name="danger" />
          <span>
            <span className="strong">{problem.title}</span> {problem.text}
          </span>
        </p>
      ) : null}
      <TextField
        label={labels.scheduledOn}
        type="date"
        value={scheduledOn}
        onChange={setScheduledOn}
        error={fields.scheduledOn}
      />
      <TextField
        label={labels.estimate}
        value={estimate}
        onChange={setEstimate}
        error={fields.estimateCents}
      />
      <TextArea
        label={labels.note}
        description={labels.noteHint}
        value={note}
        onChange={setNote}
        maxLength={500}
        error={fields.note}
      />
      <div className="row">
        <Button variant="primary" pending={answering.isPending} onPress={() => answer(true)}>
          {labels.accept}
        </Button>
        <Button isDisabled={answering.isPending} onPress={() => answer(false)}>
          {labels.decline}
        </Button>
      </div>
    </form>
  );
}
