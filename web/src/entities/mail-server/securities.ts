import { EmailSecurity } from "../../gen/parlor/v1/mail_service_pb";
import { labels } from "./labels";

/** How a connection to a mail server can be secured, as options. */
export const securities = [
  { value: String(EmailSecurity.STARTTLS), label: labels.starttls },
  { value: String(EmailSecurity.TLS), label: labels.tls },
  { value: String(EmailSecurity.NONE), label: labels.none },
];
