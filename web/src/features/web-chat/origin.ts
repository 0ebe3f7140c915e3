/**
 * Returns the origin of a website's address: "https://www.harbor-row.example" for
 * "www.harbor-row.example/pool". Addresses that can't show a chat are returned unchanged.
 */
export function toOrigin(address: string): string {
  const full = address.includes("://") ? address : `https://${address}`;
  if (!URL.canParse(full)) return address;
  const { origin, protocol, hostname } = new URL(full);
  const isAllowed = protocol === "https:" || (protocol === "http:" && hostname === "localhost");
  return isAllowed ? origin : address;
}
