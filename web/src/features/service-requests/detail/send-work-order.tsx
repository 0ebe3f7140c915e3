import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { useSession } from "../../../entities/session/session";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { Checkbox, Dialog, DialogActions, TextArea, TextField, toast } from "../../../ui";
import { AutocompleteInput } from "../../../ui/searchable-select";
import { sendLabels } from "./send-labels";
import { canRemember, emailOf, useRememberVendor } from "./use-remember-vendor";
import { useSendWorkOrder } from "./work-order-queries";

type Props = { request: ServiceRequest; onClose: () => void };

/** Emails the request to a vendor. */
export default function SendWorkOrder({ request, onClose }: Props) {
  const { user } = useSession();
  const first = request.vendor || (user.preferredVendors[0] ?? "");
  const [vendor, setVendor] = useState(first);
  const [email, setEmail] = useState(emailOf(user, first));
  const [isKept, setIsKept] = useState(false);
  const [message, setMessage] = useState("");
  const sending = useSendWorkOrder();
  const remember = useRememberVendor();
  const isNew = canRemember(user, vendor, email);
  const problem = sending.error ? toProblem(sending.error) : undefined;
  const fields = problem?.fields ?? {};
  const other =
    problem && Object.keys(fields).length === 0 ? `${problem.title} ${problem.text}` : undefined;
  const send = () =>
    sending.mutate(
      { id: request.id, vendor, email, message },
      {
        onSuccess: () => {
          toast.success(sendLabels.sent(vendor));
          if (isKept && isNew) remember(vendor, email);
          onClose();
        },
      },
    );
  const choose = (name: string) => {
    // Keeps an address that was typed, but replaces that of the previous vendor.
    if (email === "" || email === emailOf(user, vendor)) setEmail(emailOf(user, name));
    setVendor(name);
  };
  return (
    <Dialog
      open
      staysOpen
      title={sendLabels.title(request.number)}
      onClose={onClose}
      foot={
        <DialogActions onCancel={onClose} pending={sending.isPending} onPress={send}>
          {sendLabels.send}
        </DialogActions>
      }
    >
      <div className="stack stack--loose">
        <p className="small secondary">{sendLabels.hint}</p>
        <AutocompleteInput
          label={sendLabels.vendor}
          value={vendor}
          onChange={choose}
          choices={user.preferredVendors.map((name) => ({ id: name, label: name }))}
          error={fields.vendor}
        />
        <TextField
          label={sendLabels.email}
          type="email"
          value={email}
          onChange={setEmail}
          error={fields.email}
        />
        {isNew ? (
          <Checkbox
            label={
              user.preferredVendors.includes(vendor.trim())
                ? sendLabels.rememberEmail
                : sendLabels.rememberVendor
            }
            isSelected={isKept}
            onChange={setIsKept}
          />
        ) : null}
        <TextArea
          label={sendLabels.message}
          value={message}
          onChange={setMessage}
          maxLength={1000}
          error={fields.message ?? other}
        />
      </div>
    </Dialog>
  );
}
