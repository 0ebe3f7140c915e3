// Errors of a message or note that staff send. Its composer may have been left by then.

import { toDraftProblem } from "../../api/problem";
import { keepRequestId } from "../../forms/toast-error";
import { useIsMounted } from "../../lib/use-is-mounted";
import { toast } from "../../ui";

/** Returns the text of an error, to be shown under the field. */
export function toSendError(error: unknown, hasPhotos = false): string {
  const { fields, title, text } = toDraftProblem(error, hasPhotos);
  return Object.values(fields)[0] ?? `${title} ${text}`;
}

/** Returns a function that shows an error as a toast once the composer, which shows it under its field, was left. */
export function useSendFailure() {
  const isMounted = useIsMounted();
  return (title: string, error: unknown, hasPhotos = false) => {
    keepRequestId(error);
    if (!isMounted.current) toast.error({ title, text: toSendError(error, hasPhotos) });
  };
}
