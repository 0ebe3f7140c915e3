import { formatPhone } from "../lib/names";

/** A phone number, shown nationally. Touching it calls it. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="phone-link" href={`tel:${phone}`}>
      {formatPhone(phone)}
    </a>
  );
}
