// Copy about colleagues who are typing a reply in the same thread.

export const sendAnyway = "Send anyway";

const subject = (names: readonly string[]) =>
  names.length > 2
    ? `${names.length} colleagues are`
    : `${names.join(" and ")} ${names.length === 1 ? "is" : "are"}`;

/** "Dana Okafor is writing a reply…"; empty if no one is. */
export function typingLabel(names: readonly string[], isAsking: boolean): string {
  if (names.length === 0) return "";
  return isAsking
    ? `${subject(names)} also writing a reply. Send anyway?`
    : `${subject(names)} writing a reply…`;
}
