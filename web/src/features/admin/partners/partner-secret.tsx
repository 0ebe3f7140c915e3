import type { Partner } from "../../../gen/parlor/v1/partner_pb";
import { OneTimeSecret } from "../../../ui";

/** What a partner needs to begin; a public client has an empty secret. */
export function PartnerSecret({ partner, secret }: { partner: Partner; secret: string }) {
  return (
    <>
      <p className="secondary">
        {secret
          ? `Send these to the operator of ${partner.name}, over a private channel.`
          : `Send these to the operator of ${partner.name}. A public client has no secret.`}
      </p>
      <dl className="table-card__facts">
        <div>
          <dt>Client ID</dt>
          <dd>{partner.clientId}</dd>
        </div>
        <div>
          <dt>Discovery URL</dt>
          <dd>{window.location.origin}/.well-known/oauth-authorization-server</dd>
        </div>
      </dl>
      {secret ? <OneTimeSecret label="Client secret" secret={secret} /> : null}
    </>
  );
}
