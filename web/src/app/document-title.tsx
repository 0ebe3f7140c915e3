import { useEffect } from "react";
import { labels } from "./labels";

/** Sets the title of the document. */
export function DocumentTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = labels.documentTitle(title);
  }, [title]);
  return null;
}
