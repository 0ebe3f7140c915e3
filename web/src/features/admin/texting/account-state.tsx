import type { Textline, Twilio } from "../../../gen/parlor/v1/carrier_service_pb";
import { Badge } from "../../../ui";
import { labels } from "./labels";

type Props = { account: Pick<Twilio | Textline, "configured" | "isSecretMissing"> };

/** Tells whether an account at a carrier is set up. */
export function AccountState({ account }: Props) {
  if (account.isSecretMissing) return <Badge tone="danger">{labels.secretMissing}</Badge>;
  if (account.configured) return <Badge tone="success">{labels.setUp}</Badge>;
  return <Badge>{labels.notSetUp}</Badge>;
}
