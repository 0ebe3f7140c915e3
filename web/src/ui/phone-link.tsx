import { formatPhone } from "../lib/names";

/** A phone number in national format that dials when pressed. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="phone-link" href={`tel:${phone}`}>
      {formatPhone(phone)}
    </a>
  );
}
