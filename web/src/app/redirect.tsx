import { Navigate, useLocation } from "react-router";

/**
 * Replaces this entry of the history with another path.
 *
 * While the next screen loads, React keeps this element mounted behind the fallback. The key gives
 * each history entry its own element, so that going back in the meantime redirects again.
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} replace state={state} />;
}
