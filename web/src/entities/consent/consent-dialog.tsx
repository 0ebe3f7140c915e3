import { useState } from "react";
import { formatPhone } from "../../lib/names";
import { Button, Dialog, ErrorState, Skeleton } from "../../ui";
import { ConsentHistory } from "./consent-history";
import { ConsentSummary } from "./consent-summary";
import { labels } from "./labels";
import { useConsent } from "./queries";
import { RecordConsentDialog } from "./record-consent-dialog";
import { recordableStates } from "./rules";

export type ConsentView = "history" | "record";

type Props = {
  phone: string;
  /** What is shown first. */
  start: ConsentView;
  onClose: () => void;
};

/** The consent of a phone with its ledger, and the form that adds to the ledger. */
export default function ConsentDialog({ phone, start, onClose }: Props) {
  const [view, setView] = useState(start);
  const { consent, listing } = useConsent(phone);
  if (view === "record" && consent)
    return <RecordConsentDialog consent={consent} onClose={onClose} />;
  const canRecord = consent !== undefined && recordableStates(consent).length > 0;
  return (
    <Dialog
      open
      title={labels.title}
      onClose={onClose}
      foot={
        canRecord ? (
          <Button variant="primary" onPress={() => setView("record")}>
            {labels.record}
          </Button>
        ) : null
      }
    >
      <div className="stack stack--loose">
        <p className="secondary">{formatPhone(phone)}</p>
        {listing.problem ? (
          <ErrorState
            title={labels.loadFailed}
            problem={listing.problem}
            onRetry={listing.onRetry}
            pending={listing.pending}
          />
        ) : consent ? (
          <>
            <ConsentSummary consent={consent} />
            <ConsentHistory listing={listing} />
          </>
        ) : (
          <div className="stack" aria-busy="true">
            <Skeleton wide="60%" high="20px" />
            <Skeleton wide="100%" high="48px" />
            <Skeleton wide="100%" high="48px" />
          </div>
        )}
      </div>
    </Dialog>
  );
}
