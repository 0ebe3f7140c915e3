import { Suspense, useState } from "react";
import { lazyWithReload } from "../../lib/lazy";
import { formatPhone } from "../../lib/names";
import { Button, PhoneLink, Skeleton } from "../../ui";
import type { ConsentView } from "./consent-dialog";
import { ConsentSummary } from "./consent-summary";
import { labels } from "./labels";
import { useConsent } from "./queries";
import { recordableStates } from "./rules";

const ConsentDialog = lazyWithReload(() => import("./consent-dialog"));

/** The consent of one or more phones of a person. */
export function PhoneConsents({ phones }: { phones: readonly string[] }) {
  return (
    <ul className="stack">
      {phones.map((phone) => (
        <li key={phone} className="stack stack--tight">
          {phones.length > 1 ? (
            <span className="small">
              <PhoneLink phone={phone} />
            </span>
          ) : null}
          <PhoneConsent phone={phone} />
        </li>
      ))}
    </ul>
  );
}

function PhoneConsent({ phone }: { phone: string }) {
  const [view, setView] = useState<ConsentView>();
  const { consent, listing } = useConsent(phone);
  if (listing.problem)
    return (
      <p className="row row--wrap small secondary" role="alert">
        {labels.loadFailed}
        <Button size="small" icon="retry" pending={listing.pending} onPress={listing.onRetry}>
          {labels.tryAgain}
        </Button>
      </p>
    );
  if (!consent)
    return (
      <div className="stack stack--tight" aria-busy="true">
        <Skeleton wide="180px" />
        <Skeleton wide="140px" />
      </div>
    );
  return (
    <>
      <ConsentSummary consent={consent} />
      <div className="row row--wrap">
        {recordableStates(consent).length > 0 ? (
          <Button
            size="small"
            aria-label={labels.recordFor(formatPhone(phone))}
            onPress={() => setView("record")}
          >
            {labels.record}
          </Button>
        ) : null}
        <Button
          size="small"
          variant="quiet"
          aria-label={labels.historyOf(formatPhone(phone))}
          onPress={() => setView("history")}
        >
          {labels.history}
        </Button>
      </div>
      {view ? (
        <Suspense>
          <ConsentDialog phone={phone} start={view} onClose={() => setView(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
