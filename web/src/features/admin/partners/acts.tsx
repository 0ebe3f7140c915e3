// What ends something: each asks first, and says what it ends.

import { useMutation } from "@connectrpc/connect-query";
import { FormProblem } from "../../../forms";
import type { Partner } from "../../../gen/parlor/v1/partner_pb";
import { PartnerService } from "../../../gen/parlor/v1/partner_service_pb";
import { toProblem } from "../../../rpc/problem";
import { Button, Dialog, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { useReadAgain } from "../use-read-again";
import { Secret } from "./secret";

type Props = { partner: Partner; onClose: () => void };

export function Revoke({ partner, onClose }: Props) {
  const readAgain = useReadAgain();
  const revoke = useMutation(PartnerService.method.revokePartner, {
    onSuccess: async () => {
      toast.success(`${partner.name} is revoked.`);
      onClose();
      await readAgain();
    },
  });
  return (
    <Dialog
      open
      staysOpen
      title={`Revoke ${partner.name}?`}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Keep it</Button>
          <Button
            variant="danger"
            pending={revoke.isPending}
            onPress={() => revoke.mutate({ id: partner.id })}
          >
            Revoke credential
          </Button>
        </>
      }
    >
      <p>
        Its tokens, and what people granted to it, end within 5 seconds everywhere. It cannot be
        taken back: a new credential has another secret.
      </p>
      <FormProblem problem={revoke.error ? toProblem(revoke.error) : undefined} />
    </Dialog>
  );
}

export function NewSecret({ partner, onClose }: Props) {
  const rotate = useMutation(PartnerService.method.rotatePartnerSecret);
  if (rotate.data) {
    return (
      <Sheet
        title={partner.name}
        onClose={onClose}
        staysOpen
        foot={
          <Button variant="primary" onPress={onClose}>
            I have kept the secret
          </Button>
        }
      >
        <Secret partner={partner} secret={rotate.data.clientSecret} />
      </Sheet>
    );
  }
  return (
    <Dialog
      open
      staysOpen
      title={`A new secret for ${partner.name}?`}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Keep the old one</Button>
          <Button
            variant="danger"
            pending={rotate.isPending}
            onPress={() => rotate.mutate({ id: partner.id })}
          >
            Replace secret
          </Button>
        </>
      }
    >
      <p>
        The secret before works no longer, at once. Tokens that were given out go on until they
        expire.
      </p>
      <FormProblem problem={rotate.error ? toProblem(rotate.error) : undefined} />
    </Dialog>
  );
}
