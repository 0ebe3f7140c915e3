import { useMutation } from "@connectrpc/connect-query";
import { useState } from "react";
import { useSession } from "../../../entities/session/session";
import {
  CallDialog,
  ContractForm,
  FormNumber,
  FormSubmit,
  FormText,
  useContractForm,
} from "../../../forms";
import { CarrierService, type Twilio } from "../../../gen/parlor/v1/carrier_service_pb";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { draftKey } from "../../../lib/drafts";
import { Badge, Button, toast } from "../../../ui";
import { CopyUrl } from "../copy-url";
import { useRefresh } from "../use-refresh";

const configure = CarrierService.method.configureTwilio;

function RemoveTwilio({ company, onClose }: { company: Company; onClose: () => void }) {
  const refresh = useRefresh();
  const remove = useMutation(configure, {
    onSuccess: async () => {
      toast.success("Twilio account removed.");
      onClose();
      await refresh();
    },
  });
  return (
    <CallDialog
      title="Remove the Twilio account?"
      call={remove}
      action="Remove account"
      onClose={onClose}
      variant="danger"
      onAction={() => remove.mutate({ id: company.id })}
    >
      <p>Switch Twilio numbers to the test phone first. Parlor then deletes the account's token.</p>
    </CallDialog>
  );
}

/** Edits the company's Twilio account. */
export function TwilioForm({ company, twilio }: { company: Company; twilio: Twilio }) {
  const refresh = useRefresh();
  const { user } = useSession();
  const [removing, setRemoving] = useState(false);
  const form = useContractForm(configure, {
    draft: draftKey("twilio", user.id, company.id),
    start: {
      id: company.id,
      accountSid: twilio.accountSid,
      authToken: "",
      segmentsPerSecond: twilio.segmentsPerSecond,
    },
    onDone: async (_, self) => {
      toast.success("Twilio account saved. Now assign numbers to it.");
      self.clear();
      await refresh();
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
            Texts stay on the test phone until you switch a number to Twilio.
          </p>
          <FormText
            of={form}
            name="accountSid"
            label="Account SID"
            aside={null}
            autoComplete="off"
            description="Starts with AC, followed by 32 letters or digits."
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
                ? "A token is saved. Enter it again to change the account."
                : "Your primary token. It's encrypted and never shown again."
            }
          />
          <FormNumber
            of={form}
            name="segmentsPerSecond"
            label="Text blast segments per second"
            description="Combined limit for all numbers on the account."
          />
          {twilio.messagesUrl ? (
            <CopyUrl
              label="Incoming text"
              url={twilio.messagesUrl}
              text="Enter this URL in Twilio with the POST method."
            />
          ) : null}
          {twilio.statusUrl ? (
            <CopyUrl label="Status callback" url={twilio.statusUrl} text="Set automatically." />
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
        <FormSubmit of={form}>Save</FormSubmit>
      </div>
      {removing ? <RemoveTwilio company={company} onClose={() => setRemoving(false)} /> : null}
    </section>
  );
}
