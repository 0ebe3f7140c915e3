import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { useSession } from "../../../entities/session/session";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { Button, Dialog, TextArea, TextField, toast } from "../../../ui";
import { AutocompleteInput } from "../../../ui/searchable-select";
import { workOrderLabels } from "./labels";
import { useSendWorkOrder } from "./work-order-queries";

type Props = { request: ServiceRequest; onClose: () => void };

/** Emails the request to a vendor. */
export default function SendWorkOrder({ request, onClose }: Props) {
  const { user } = useSession();
  const [vendor, setVendor] = useState(request.vendor || (user.preferredVendors[0] ?? ""));
  const [email, setEmail] = useState("");
  const [message, setMessage] = useState("");
  const sending = useSendWorkOrder();
  const problem = sending.error ? toProblem(sending.error) : undefined;
  const fields = problem?.fields ?? {};
  const other =
    problem && Object.keys(fields).length === 0 ? `${problem.title} ${problem.text}` : undefined;
  const send = () =>
    sending.mutate(
      { id: request.id, vendor, email, message },
      {
        onSuccess: () => {
          toast.success(workOrderLabels.sent(vendor));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      staysOpen
      title={workOrderLabels.dialogTitle(request.number)}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{workOrderLabels.cancel}</Button>
          <Button variant="primary" pending={sending.isPending} onPress={send}>
            {workOrderLabels.sendButton}
          </Button>
        </>
      }
    >
      <div className="stack stack--loose">
        <p className="small secondary">{workOrderLabels.hint}</p>
        <AutocompleteInput
          label={workOrderLabels.vendor}
          value={vendor}
          onChange={setVendor}
          choices={user.preferredVendors.map((name) => ({ id: name, label: name }))}
          error={fields.vendor}
        />
        <TextField
          label={workOrderLabels.email}
          type="email"
          value={email}
          onChange={setEmail}
          error={fields.email}
        />
        <TextArea
          label={workOrderLabels.message}
          value={message}
          onChange={setMessage}
          maxLength={1000}
          error={fields.message ?? other}
        />
      </div>
    </Dialog>
  );
}
