import { useEffect } from "react";

/** Sets the title of the document. */
export function DocumentTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = `${title} · Parlor`;
  }, [title]);
  return null;
}
