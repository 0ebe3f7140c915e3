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
import { Button, toast } from "../../../ui";
import { CopyUrl } from "../copy-url";
import { sharedLabels } from "../labels";
import { useRefresh } from "../use-refresh";
import { AccountState } from "./account-state";
import { labels } from "./labels";

const configure = CarrierService.method.configureTwilio;

function RemoveTwilio({ company, onClose }: { company: Company; onClose: () => void }) {
  const refresh = useRefresh();
  const remove = useMutation(configure, {
    onSuccess: async () => {
      toast.success(labels.accountRemoved);
      onClose();
      await refresh();
    },
  });
  return (
    <CallDialog
      title={labels.removeTitle}
      call={remove}
      action={labels.confirmRemove}
      onClose={onClose}
      variant="danger"
      onAction={() => remove.mutate({ id: company.id })}
    >
      <p>{labels.removeEffect}</p>
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
      messagingServiceSid: twilio.messagingServiceSid,
    },
    onDone: async (_, self) => {
      toast.success(labels.accountSaved);
      self.clear();
      await refresh();
    },
  });
  return (
    <section className="panel" aria-label={labels.twilio}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.twilio}</h2>
        <AccountState account={twilio} />
      </div>
      <div className="panel__body">
        <ContractForm of={form} label={labels.twilio}>
          <p className="small secondary">
            {twilio.isSecretMissing ? labels.secretMissingHint : labels.twilioHint}
          </p>
          <FormText
            of={form}
            name="accountSid"
            label={labels.accountSid}
            aside={null}
            autoComplete="off"
            description={labels.accountSidHint}
          />
          <FormText
            of={form}
            name="authToken"
            label={labels.authToken}
            aside={null}
            type="password"
            autoComplete="off"
            description={twilio.configured ? labels.savedAuthTokenHint : labels.authTokenHint}
          />
          <FormNumber
            of={form}
            name="segmentsPerSecond"
            label={labels.accountRate}
            description={labels.accountRateHint}
          />
          <FormText
            of={form}
            name="messagingServiceSid"
            label={labels.messagingService}
            autoComplete="off"
            description={labels.messagingServiceHint}
          />
          {twilio.messagesUrl ? (
            <CopyUrl
              label={labels.incomingText}
              url={twilio.messagesUrl}
              text={labels.incomingTextHint}
            />
          ) : null}
          {twilio.statusUrl ? (
            <CopyUrl
              label={labels.statusCallback}
              url={twilio.statusUrl}
              text={labels.statusCallbackHint}
            />
          ) : null}
        </ContractForm>
      </div>
      <div className="panel__foot">
        {twilio.configured || twilio.isSecretMissing ? (
          <Button variant="quiet" icon="bin" onPress={() => setRemoving(true)}>
            {labels.remove}
          </Button>
        ) : null}
        <span className="row__grow" />
        <FormSubmit of={form}>{sharedLabels.save}</FormSubmit>
      </div>
      {removing ? <RemoveTwilio company={company} onClose={() => setRemoving(false)} /> : null}
    </section>
  );
}
