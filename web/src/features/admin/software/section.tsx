// Association software of the company: sync, uploads and credentials.

import { useSession } from "../../../entities/session/session";
import "../../../ui/table/table.css";
import "../company/company.css";
import { Connection, useConnection } from "./connection";
import { isConnectable } from "./connection-form";
import { isConnected } from "./connection-panel";
import { Credential } from "./credential";
import { IssueIntegrationToken } from "./integration-token";
import { Sync } from "./sync";
import { Upload } from "./upload";

export default function SoftwareSection() {
  const { company } = useSession();
  const connection = useConnection(company).data?.connection;
  const canConnect = isConnectable(company.software);
  return (
    <div className="company" key={company.id}>
      <div className="stack stack--loose">
        <Sync
          company={company}
          isPrimary={!canConnect || (connection !== undefined && isConnected(connection))}
        />
        {canConnect ? <Connection company={company} /> : <Upload company={company} />}
      </div>
      <div className="stack stack--loose">
        <Credential company={company} />
        <IssueIntegrationToken company={company} />
      </div>
    </div>
  );
}
