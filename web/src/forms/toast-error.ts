import { toProblem } from "../api/problem";
import { toast } from "../ui";

/** Shows an error as a toast, for calls without a form on the page. */
export function toastError(error: unknown): void {
  const { title, text } = toProblem(error);
  toast.error({ title, text, duration: 8000 });
}
