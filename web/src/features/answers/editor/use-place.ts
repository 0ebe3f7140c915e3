import { useSearchParams } from "react-router";
import type { Order } from "./rules";

/** What stands in the address for an answer that is being added. */
export const newAnswer = "new";

const orders: readonly string[] = ["topic", "used", "changed"];

export type Place = {
  topic: string;
  search: string;
  /** Only what residents asked in vain. */
  inVain: boolean;
  /** Only what holds no longer, or not for long. */
  lapsing: boolean;
  order: Order;
  /** The selected answer, or `newAnswer`. */
  answer: string;
  editing: boolean;
  /** In a narrow window: "phone" for the test phone, empty for the answers. */
  view: string;
};

const names: Record<keyof Place, string> = {
  topic: "topic",
  search: "q",
  inVain: "vain",
  lapsing: "expiring",
  order: "order",
  answer: "answer",
  editing: "edit",
  view: "view",
};

function asText(value: string | boolean): string {
  if (typeof value === "boolean") return value ? "1" : "";
  return value;
}

/** Where one is in a knowledge base: it lives in the address. */
export function usePlace(): [Place, (change: Partial<Place>, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const order = params.get(names.order) ?? "";
  const place: Place = {
    topic: params.get(names.topic) ?? "",
    search: params.get(names.search) ?? "",
    inVain: params.get(names.inVain) === "1",
    lapsing: params.get(names.lapsing) === "1",
    order: orders.includes(order) ? (order as Order) : "topic",
    answer: params.get(names.answer) ?? "",
    editing: params.get(names.editing) === "1",
    view: params.get(names.view) === "phone" ? "phone" : "",
  };
  function go(change: Partial<Place>, replace = true) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          const param = names[name as keyof Place];
          const text = asText(value);
          if (text === "" || (param === "order" && text === "topic")) after.delete(param);
          else after.set(param, text);
        }
        return after;
      },
      { replace },
    );
  }
  return [place, go];
}
