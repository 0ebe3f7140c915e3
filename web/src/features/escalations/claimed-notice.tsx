import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useSession } from "../../entities/session/session";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { formatDateTime } from "../../lib/format-date";
import { useNow } from "../../lib/use-now";
import { Button, Icon } from "../../ui";
import { answerLabels, claimedLabels } from "./detail-labels";
import { labels } from "./labels";
import type { EscalationActions } from "./use-escalation-actions";

/** Shown in place of the form if a colleague has claimed the escalation. Administrators can take over. */
export function ClaimedNotice({
  escalation,
  actions,
  id,
}: {
  escalation: Escalation;
  actions: EscalationActions;
  /** Id of the notice, which takes the focus in place of the field. */
  id: string;
}) {
  const { user } = useSession();
  const now = useNow();
  const { claimedAt } = escalation;
  const who = escalation.claimedBy || claimedLabels.colleague;
  const mayTake = user.parlorRole === "admin";
  return (
    <section className="case-answer" aria-label={answerLabels.form}>
      <p
        id={id}
        tabIndex={-1}
        data-shortcuts="off"
        className="notice notice--warning"
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      >
        <Icon name="persona" />
        <span className="row__grow">
          <span className="strong">{claimedLabels.isWorking(who)}</span>{" "}
          {claimedAt
            ? claimedLabels.claimedAt(formatDateTime(timestampDate(claimedAt), new Date(now)))
            : null}
          {mayTake ? claimedLabels.takeOverHint : claimedLabels.releaseHint}
        </span>
        {mayTake ? (
          <Button size="small" pending={actions.busy} onPress={() => actions.claim(escalation)}>
            {labels.takeOver}
          </Button>
        ) : null}
      </p>
    </section>
  );
}
