import { toProblem } from "../rpc/problem";
import { toast } from "../ui";

/** A refusal of what has no form on the page. */
export function tell(error: unknown): void {
  const { title, text } = toProblem(error);
  toast.error({ title, text, duration: 8000 });
}
