import type { Partner } from "../../../gen/parlor/v1/partner_pb";
import { OneTimeSecret } from "../../../ui";
import { labels } from "./labels";

/** Shows the credentials of a partner. The secret of a public client is empty. */
export function PartnerSecret({ partner, secret }: { partner: Partner; secret: string }) {
  return (
    <>
      <p className="secondary">
        {secret ? labels.sendSecretTo(partner.name) : labels.sendPublicClientTo(partner.name)}
      </p>
      <dl className="table-card__facts">
        <div>
          <dt>{labels.clientId}</dt>
          <dd>{partner.clientId}</dd>
        </div>
        <div>
          <dt>{labels.discoveryUrl}</dt>
          <dd>{`${window.location.origin}/.well-known/oauth-authorization-server`}</dd>
        </div>
      </dl>
      {secret ? <OneTimeSecret label={labels.clientSecret} secret={secret} /> : null}
    </>
  );
}
