import { isUnexpected, type Problem, toProblem } from "../api/problem";
import { setLastFailure } from "../lib/last-failure";
import { toast } from "../ui";

function keep(problem: Problem, shown?: { title: string; text: string }): void {
  if (problem.requestId && isUnexpected(problem)) setLastFailure({ ...problem, ...shown });
}

/**
 * Makes the frame show the request ID of an unexpected error until the user leaves the screen. For errors that are
 * shown where the ID has no room, such as under a field.
 */
export function keepRequestId(error: unknown): void {
  keep(toProblem(error));
}

/**
 * Returns the text of an error toast. The frame shows the request ID of an unexpected error until the
 * user leaves the screen, because a toast closes too soon.
 */
export function toErrorToast(error: unknown, failed?: string): { title: string; text: string } {
  const problem = toProblem(error);
  const shown = failed
    ? { title: failed, text: `${problem.title} ${problem.text}`.trim() }
    : { title: problem.title, text: problem.text };
  keep(problem, shown);
  return shown;
}

/** Shows an error as a toast, for calls without a form on the page. */
export function toastError(error: unknown): void {
  toast.error(toErrorToast(error));
}

/** Like `toastError`, with a title that says what failed. */
export function toastFailure(failed: string, error: unknown): void {
  toast.error(toErrorToast(error, failed));
}
