import { useMutation } from "@connectrpc/connect-query";
import { CallDialog } from "../../../forms";
import { CarrierService } from "../../../gen/parlor/v1/carrier_service_pb";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { Button, Dialog, OneTimeSecret } from "../../../ui";
import { labels } from "./labels";

/** Shows the webhook URL once. */
export function TextlineWebhook({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Dialog
      open
      staysOpen
      title={labels.webhookTitle}
      onClose={onClose}
      foot={
        <Button variant="primary" onPress={onClose}>
          {labels.webhookSaved}
        </Button>
      }
    >
      <OneTimeSecret label={labels.webhookUrl} secret={url} hint={labels.webhookHint} />
    </Dialog>
  );
}

type Props = { company: Company; onClose: () => void };

/** Replaces the webhook URL and shows the new one once. */
export function ReplaceTextlineWebhook({ company, onClose }: Props) {
  const replacing = useMutation(CarrierService.method.replaceTextlineWebhook);
  if (replacing.data) return <TextlineWebhook url={replacing.data.webhookUrl} onClose={onClose} />;
  return (
    <CallDialog
      title={labels.replaceWebhookTitle}
      call={replacing}
      action={labels.confirmReplaceWebhook}
      variant="danger"
      onAction={() => replacing.mutate({ id: company.id })}
      onClose={onClose}
    >
      <p>{labels.replaceWebhookEffect}</p>
    </CallDialog>
  );
}
