import type { Partner } from "../../../gen/parlor/v1/partner_pb";
import { OneTimeSecret } from "../../../ui";

/** Shows the credentials of a partner. The secret of a public client is empty. */
export function PartnerSecret({ partner, secret }: { partner: Partner; secret: string }) {
  return (
    <>
      <p className="secondary">
        {secret
          ? `Send these to ${partner.name} through a private channel.`
          : `Send these to ${partner.name}. A public client has no secret.`}
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
