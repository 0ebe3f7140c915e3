import type { Software } from "../../../gen/parlor/v1/software_pb";
import {
  type SoftwareRequest,
  SoftwareRequestState as State,
} from "../../../gen/parlor/v1/software_request_service_pb";
import { Dialog, DialogActions } from "../../../ui";
import { softwareLabels as labels, toSoftwareName } from "./software-labels";

/** Whether former software, to which the company is no longer connected, may have a request. */
export const mayBeInFormerSoftware = ({ isDisconnected, state }: SoftwareRequest) =>
  isDisconnected && (state === State.UNCONFIRMED || state === State.SENT);

type Props = {
  sent: SoftwareRequest;
  /** The software to which the company is connected now. */
  software: Software;
  onSend: () => void;
  onClose: () => void;
};

/** Warns that former software may have a request, before it is sent to the new one. */
export function SendToNewSoftware({ sent, software, onSend, onClose }: Props) {
  const [former, name] = [toSoftwareName(sent.software), toSoftwareName(software)];
  const warning =
    sent.state === State.SENT
      ? labels.sentWarning(former, sent.number, name)
      : labels.unknownWarning(former, name);
  return (
    <Dialog
      open
      title={labels.sendTitle(name)}
      onClose={onClose}
      foot={
        <DialogActions onCancel={onClose} onPress={onSend}>
          {labels.send(name)}
        </DialogActions>
      }
    >
      <p>{warning}</p>
    </Dialog>
  );
}
