import { useEffect } from "react";

/** Sets the document's title, which is outside of React. */
export function DocumentTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = `${title} · Parlor`;
  }, [title]);
  return null;
}
