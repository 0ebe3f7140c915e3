import { EmailSecurity } from "../../gen/parlor/v1/mail_service_pb";

/** How a connection to a mail server can be secured, as options. */
export const securities = [
  { value: String(EmailSecurity.STARTTLS), label: "STARTTLS (recommended)" },
  { value: String(EmailSecurity.TLS), label: "SSL/TLS" },
  { value: String(EmailSecurity.NONE), label: "None (same server only)" },
];
