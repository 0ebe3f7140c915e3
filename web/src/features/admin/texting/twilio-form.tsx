import { useMutation } from "@connectrpc/connect-query";
import { useState } from "react";
import { ContractForm, FormProblem, FormSubmit, FormText, useContractForm } from "../../../forms";
import { CarrierService, type Twilio } from "../../../gen/parlor/v1/carrier_service_pb";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { useCurrent } from "../../../rpc/current";
import { toProblem } from "../../../rpc/problem";
import { Badge, Button, Dialog, TextField, toast } from "../../../ui";
import { useReadAgain } from "../use-read-again";

const configure = CarrierService.method.configureTwilio;

function Remove({ company, onClose }: { company: Company; onClose: () => void }) {
  const readAgain = useReadAgain();
  const remove = useMutation(configure, {
    onSuccess: async () => {
      toast.success("The Twilio account is removed.");
      onClose();
      await readAgain();
    },
  });
  return (
    <Dialog
      open
      staysOpen
      title="Remove the Twilio account?"
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>Keep it</Button>
          <Button
            variant="danger"
            pending={remove.isPending}
            onPress={() => remove.mutate({ id: company.id })}
          >
            Remove account
          </Button>
        </>
      }
    >
      <p>
        Parlor forgets its token. A number that is Twilio's has to go back to the built-in handset
        first.
      </p>
      <FormProblem problem={remove.error ? toProblem(remove.error) : undefined} />
    </Dialog>
  );
}

/** An address to enter at Twilio. */
function ForTwilio({ label, url, text }: { label: string; url: string; text: string }) {
  return (
    <div className="row for-twilio">
      <div className="row__grow">
        <TextField label={label} value={url} isReadOnly description={text} />
      </div>
      <Button
        icon="copy"
        aria-label={`Copy: ${label}`}
        onPress={() =>
          navigator.clipboard
            .writeText(url)
            .then(() => toast.success("Copied."))
            .catch(() => toast.warning({ title: "It could not be copied.", text: url }))
        }
      />
    </div>
  );
}

/** The company's own account at Twilio. */
export function TwilioForm({ company, twilio }: { company: Company; twilio: Twilio }) {
  const readAgain = useReadAgain();
  const { user } = useCurrent();
  const [removing, setRemoving] = useState(false);
  const form = useContractForm(configure, {
    draft: `twilio.${user.id}.${company.id}`,
    start: { id: company.id, accountSid: twilio.accountSid, authToken: "" },
    onDone: async (_, self) => {
      toast.success("The Twilio account is kept. Now give it numbers.");
      self.clear();
      await readAgain();
    },
  });
  return (
    <section className="panel" aria-label="Twilio">
      <div className="panel__head">
        <h2 className="panel-title">Twilio</h2>
        {twilio.configured ? <Badge tone="success">Set up</Badge> : <Badge>Not set up</Badge>}
      </div>
      <div className="panel__body">
        <ContractForm of={form} label="Twilio">
          <p className="small secondary">
            Nothing is sent with it until a number is Twilio's. Until then texts stay inside Parlor,
            on the phone on the screen.
          </p>
          <FormText
            of={form}
            name="accountSid"
            label="Account SID"
            aside={null}
            autoComplete="off"
            description="AC and 32 letters or digits."
          />
          <FormText
            of={form}
            name="authToken"
            label="Auth token"
            aside={null}
            type="password"
            autoComplete="off"
            description={
              twilio.configured
                ? "One is kept; write it anew to change the account."
                : "The primary one. It is encrypted and never shown."
            }
          />
          {twilio.messagesUrl ? (
            <ForTwilio
              label="When a text comes in"
              url={twilio.messagesUrl}
              text="Enter it at Twilio, with POST."
            />
          ) : null}
          {twilio.statusUrl ? (
            <ForTwilio
              label="Status of a text"
              url={twilio.statusUrl}
              text="Each text says it itself; there is nothing to enter."
            />
          ) : null}
        </ContractForm>
      </div>
      <div className="panel__foot">
        {twilio.configured ? (
          <Button variant="quiet" icon="bin" onPress={() => setRemoving(true)}>
            Remove
          </Button>
        ) : null}
        <span className="row__grow" />
        <FormSubmit of={form}>Keep account</FormSubmit>
      </div>
      {removing ? <Remove company={company} onClose={() => setRemoving(false)} /> : null}
    </section>
  );
}
