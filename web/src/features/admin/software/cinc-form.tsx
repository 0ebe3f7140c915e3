// The connection to CINC, which an administrator allows on a page of CINC. CINC then returns the
// browser to this section, with what completes the connection in the URL.

import { useMutation } from "@connectrpc/connect-query";
import { useEffect, useRef, useState } from "react";
import { toProblem } from "../../../api/problem";
import { FormProblem, FormText, useContractForm } from "../../../forms";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { IntegrationService } from "../../../gen/parlor/v1/integration_service_pb";
import { Icon, toast } from "../../../ui";
import { softwareLabel } from "../labels";
import { useAdminUrlState } from "../url-state";
import { useRefresh } from "../use-refresh";
import { connectionLabels as labels } from "./connection-labels";
import { ConnectionPanel, type ConnectionProps, isConnected } from "./connection-panel";

/** The parameters that CINC adds to the URL, removed. */
const cleared = { state: "", code: "", error: "", error_description: "", scope: "", iss: "" };

/** Completes the connection once if the URL says that it was allowed. */
function useCompletion(company: Company) {
  const { get, go } = useAdminUrlState();
  const [state, code, error] = [get("state"), get("code"), get("error")];
  const [isDenied] = useState(error !== "");
  const sent = useRef("");
  const refresh = useRefresh();
  const complete = useMutation(IntegrationService.method.completeCincConnection, {
    onSuccess: async () => {
      toast.success(labels.saved(softwareLabel(company.software)));
      await refresh();
    },
  });
  const { mutate } = complete;
  useEffect(() => {
    const answer = state || error;
    if (!answer || sent.current === answer) return;
    sent.current = answer;
    if (code) mutate({ id: company.id, state, code });
    go(cleared, { replace: true });
  }, [state, code, error, company.id, mutate, go]);
  const problem = complete.error ? toProblem(complete.error) : undefined;
  return { isDenied, problem, isPending: complete.isPending };
}

function Completion({ company }: { company: Company }) {
  const { isDenied, problem, isPending } = useCompletion(company);
  return (
    <>
      {isPending ? (
        <p className="small secondary" role="status">
          {labels.connecting(softwareLabel(company.software))}
        </p>
      ) : null}
      <FormProblem problem={problem} />
      {isDenied ? (
        <p className="notice notice--danger" role="alert">
          <Icon name="warning" />
          <span>{labels.denied(softwareLabel(company.software))}</span>
        </p>
      ) : null}
    </>
  );
}

export function CincForm({ company, connection }: ConnectionProps) {
  const name = softwareLabel(company.software);
  const form = useContractForm(IntegrationService.method.startCincConnection, {
    start: { id: company.id, managementId: connection.managementId },
    onDone: ({ authorizationUrl }, self) => {
      self.clear();
      window.location.assign(authorizationUrl);
    },
  });
  const submit = isConnected(connection) ? labels.reconnect(name) : labels.connect(name);
  return (
    <ConnectionPanel of={form} company={company} connection={connection} submit={submit}>
      <Completion company={company} />
      <FormText
        of={form}
        name="managementId"
        label={labels.managementId}
        description={labels.managementIdHint}
      />
    </ConnectionPanel>
  );
}
