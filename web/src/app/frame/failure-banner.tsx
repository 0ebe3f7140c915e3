import { useEffect } from "react";
import { useLocation } from "react-router";
import { setLastFailure, useLastFailure } from "../../lib/last-failure";
import { Button, Icon, RequestId } from "../../ui";
import { failureLabels } from "./failure-labels";

/** The request ID of an action that failed unexpectedly, until the user leaves the screen. */
export default function FailureBanner() {
  const failure = useLastFailure();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen starts without it.
  useEffect(() => () => setLastFailure(undefined), [pathname]);
  if (!failure?.requestId) return null;
  return (
    <section className="frame-news frame-news--failed" aria-label={failureLabels.region}>
      <Icon name="danger" size="small" />
      <p>
        <span className="strong">{failure.title}</span> {failure.text}
      </p>
      <RequestId id={failure.requestId} />
      <Button variant="quiet" size="small" onPress={() => setLastFailure(undefined)}>
        {failureLabels.dismiss}
      </Button>
    </section>
  );
}
