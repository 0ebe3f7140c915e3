import { toProblem } from "../api/problem";
import { toast } from "../ui";

/** A refusal of what has no form on the page. */
export function toastError(error: unknown): void {
  const { title, text } = toProblem(error);
  toast.error({ title, text, duration: 8000 });
}
