// Dialogs that confirm revoking a credential and replacing its secret.

import { useMutation } from "@connectrpc/connect-query";
import { CallDialog } from "../../../forms";
import type { Partner } from "../../../gen/parlor/v1/partner_pb";
import { PartnerService } from "../../../gen/parlor/v1/partner_service_pb";
import { Button, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { useRefresh } from "../use-refresh";
import { labels } from "./labels";
import { PartnerSecret } from "./partner-secret";

type Props = { partner: Partner; onClose: () => void };

export function RevokeDialog({ partner, onClose }: Props) {
  const refresh = useRefresh();
  const revoke = useMutation(PartnerService.method.revokePartner, {
    onSuccess: async () => {
      toast.success(labels.partnerRevoked(partner.name));
      onClose();
      await refresh();
    },
  });
  return (
    <CallDialog
      title={labels.revokeTitle(partner.name)}
      call={revoke}
      action={labels.confirmRevoke}
      onClose={onClose}
      variant="danger"
      onAction={() => revoke.mutate({ id: partner.id })}
    >
      <p>{labels.revokeEffect}</p>
    </CallDialog>
  );
}

export function NewSecretDialog({ partner, onClose }: Props) {
  const rotate = useMutation(PartnerService.method.rotatePartnerSecret);
  if (rotate.data) {
    return (
      <Sheet
        title={partner.name}
        onClose={onClose}
        staysOpen
        foot={
          <Button variant="primary" onPress={onClose}>
            {labels.secretSaved}
          </Button>
        }
      >
        <PartnerSecret partner={partner} secret={rotate.data.clientSecret} />
      </Sheet>
    );
  }
  return (
    <CallDialog
      title={labels.replaceSecretTitle(partner.name)}
      call={rotate}
      action={labels.replaceSecret}
      onClose={onClose}
      variant="danger"
      onAction={() => rotate.mutate({ id: partner.id })}
    >
      <p>{labels.replaceSecretEffect}</p>
    </CallDialog>
  );
}
