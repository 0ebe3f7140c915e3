import { Navigate, useLocation } from "react-router";

/**
 * Replaces this entry of the history with another path.
 *
 * While the screen of that path loads, React keeps this element mounted behind the fallback. Each
 * entry has an element of its own, so that whoever goes back meanwhile is redirected again.
 */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const { key } = useLocation();
  return <Navigate key={key} to={to} replace state={state} />;
}
