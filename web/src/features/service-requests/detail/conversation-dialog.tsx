import { RecentMessages } from "../../../entities/conversation/recent-messages";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { Button, Dialog } from "../../../ui";
import { conversationLabels } from "./labels";

type Props = { request: ServiceRequest; onClose: () => void };

/** The text conversation with the resident, for staff who work on the request. */
export default function ConversationDialog({ request, onClose }: Props) {
  const { conversationId, contactName } = request;
  return (
    <Dialog
      open
      title={conversationLabels.title(contactName)}
      onClose={onClose}
      foot={<Button onPress={onClose}>{conversationLabels.close}</Button>}
    >
      <RecentMessages conversationId={conversationId} name={contactName} />
    </Dialog>
  );
}
