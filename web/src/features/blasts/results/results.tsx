import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import type { BlastLink } from "../../../gen/parlor/v1/blast_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Button } from "../../../ui";
import { ConsentNotice } from "../consent/consent-notice";
import { consentLabels } from "../consent/labels";
import { labels } from "../labels";
import { StateBadge } from "../list/columns";
import type { BlastPageProps } from "../open-blast";
import { noFilter, type RecipientFilter } from "../url-state";
import { BlastActions } from "./blast-actions";
import { BlastCounters } from "./blast-counters";
import { BlastFacts } from "./blast-facts";
import { ResultRecipients } from "./result-recipients";
import { StateNotice } from "./state-notice";
import { useSentText } from "./use-sent-text";

type Props = BlastPageProps & {
  blast: Blast;
  links: readonly BlastLink[];
  onClose: () => void;
};

/** Progress and results of a blast. */
export default function Results({ blast, links, urlState, setUrlState, onClose }: Props) {
  const { exclusion, outcome } = urlState;
  const text = useSentText(blast);
  const recipients = {
    blast,
    filter: { exclusion, outcome },
    onFilter: (filter: RecipientFilter) => setUrlState(filter, true),
  };
  return (
    <>
      <div className="screen-head">
        <Button variant="quiet" icon="back" aria-label={labels.allBlasts} onPress={onClose} />
        <h1 className="screen-title truncate">{showDirectionMarks(blast.title)}</h1>
        <StateBadge state={blast.state} />
        <span className="screen-head__grow" />
        <BlastActions
          blast={blast}
          onCopy={(id) => setUrlState({ blast: id, step: "message", ...noFilter })}
        />
      </div>
      <div className="screen-body stack stack--loose">
        <StateNotice blast={blast} />
        {blast.asksConsent ? <ConsentNotice text={consentLabels.sent} /> : null}
        <BlastFacts blast={blast} text={text} links={links} />
        <BlastCounters {...recipients} />
        <ResultRecipients {...recipients} />
      </div>
    </>
  );
}
