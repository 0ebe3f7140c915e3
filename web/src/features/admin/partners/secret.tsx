import type { Partner } from "../../../gen/parlor/v1/partner_pb";
import { SecretOnce } from "../../../ui";

/** What a partner needs to begin. */
export function Secret({ partner, secret }: { partner: Partner; secret: string }) {
  return (
    <>
      <p className="secondary">
        Give these to whoever runs {partner.name}, by a way that others cannot read.
      </p>
      <dl className="table-card__facts">
        <div>
          <dt>Client id</dt>
          <dd>{partner.clientId}</dd>
        </div>
        <div>
          <dt>Where everything is</dt>
          <dd>{window.location.origin}/.well-known/oauth-authorization-server</dd>
        </div>
      </dl>
      <SecretOnce label="Client secret" secret={secret} />
    </>
  );
}
