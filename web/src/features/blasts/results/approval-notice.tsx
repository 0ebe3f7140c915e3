import { useState } from "react";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { Button, Icon } from "../../../ui";
import { blastTimeLabel, peopleLabel } from "../labels";
import { ApproveDialog, RejectDialog } from "./approval-dialogs";
import { BackToDraftButton } from "./back-to-draft-button";
import { approvalLabels as labels, scheduledLabels } from "./labels";

/** Shows who scheduled a blast that needs approval, for when, and for how many recipients. */
export function ApprovalNotice({ blast }: { blast: Blast }) {
  const [open, setOpen] = useState<"approve" | "reject">();
  const close = () => setOpen(undefined);
  const mayDecide = blast.canApprove;
  return (
    <div className="notice notice--warning">
      <Icon name="wait" />
      <p className="row__grow">
        <span className="strong">{labels.waiting}</span>{" "}
        {labels.scheduledFor(
          blast.scheduledByName,
          peopleLabel(blast.scheduledCount),
          blastTimeLabel(blast),
        )}{" "}
        {mayDecide ? "" : labels.needsAnother}
      </p>
      {mayDecide ? (
        <>
          <Button variant="primary" size="small" onPress={() => setOpen("approve")}>
            {labels.approve}
          </Button>
          <Button size="small" onPress={() => setOpen("reject")}>
            {labels.reject}
          </Button>
        </>
      ) : null}
      <BackToDraftButton blast={blast} label={scheduledLabels.backToDraft} />
      {open === "approve" ? <ApproveDialog blast={blast} onClose={close} /> : null}
      {open === "reject" ? <RejectDialog blast={blast} onClose={close} /> : null}
    </div>
  );
}
