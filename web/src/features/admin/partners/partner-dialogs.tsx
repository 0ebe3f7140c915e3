// Dialogs that confirm revoking a credential and replacing its secret.

import { useMutation } from "@connectrpc/connect-query";
import { toProblem } from "../../../api/problem";
import { FormProblem } from "../../../forms";
import type { Partner } from "../../../gen/parlor/v1/partner_pb";
import { PartnerService } from "../../../gen/parlor/v1/partner_service_pb";
import { Button, Dialog, DialogActions, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { useRefresh } from "../use-refresh";
import { PartnerSecret } from "./partner-secret";

type Props = { partner: Partner; onClose: () => void };

export function RevokeDialog({ partner, onClose }: Props) {
  const refresh = useRefresh();
  const revoke = useMutation(PartnerService.method.revokePartner, {
    onSuccess: async () => {
      toast.success(`Revoked ${partner.name}.`);
      onClose();
      await refresh();
    },
  });
  return (
    <Dialog
      open
      staysOpen
      title={`Revoke ${partner.name}?`}
      onClose={onClose}
      foot={
        <DialogActions
          onCancel={onClose}
          variant="danger"
          pending={revoke.isPending}
          onPress={() => revoke.mutate({ id: partner.id })}
        >
          Revoke credential
        </DialogActions>
      }
    >
      <p>Its access ends within 5 seconds. This can't be undone.</p>
      <FormProblem problem={revoke.error ? toProblem(revoke.error) : undefined} />
    </Dialog>
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
            Done, I saved it
          </Button>
        }
      >
        <PartnerSecret partner={partner} secret={rotate.data.clientSecret} />
      </Sheet>
    );
  }
  return (
    <Dialog
      open
      staysOpen
      title={`Replace ${partner.name}'s secret?`}
      onClose={onClose}
      foot={
        <DialogActions
          onCancel={onClose}
          variant="danger"
          pending={rotate.isPending}
          onPress={() => rotate.mutate({ id: partner.id })}
        >
          Replace secret
        </DialogActions>
      }
    >
      <p>The old secret stops working right away. Current tokens work until they expire.</p>
      <FormProblem problem={rotate.error ? toProblem(rotate.error) : undefined} />
    </Dialog>
  );
}
