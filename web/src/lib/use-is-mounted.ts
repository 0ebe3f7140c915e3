import { type RefObject, useEffect, useRef } from "react";

/** Returns whether the component is still mounted, for code that runs after a promise. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
