import type { ReviewBlastResponse } from "../../../gen/parlor/v1/blast_service_pb";
import { toGsmText } from "../../../lib/gsm-text";
import { Button } from "../../../ui";
import type { Draft } from "../draft/use-draft";
import { messageLabels } from "../message-labels";
import { replacementSavings } from "./costly-characters";
import { formatPrice, messageReviewLabels as labels } from "./labels";
import { Notice } from "./notice";

/** Lists the characters that make the text more expensive, and offers to replace them. */
export function CostlyNotice({ draft, review }: { draft: Draft; review: ReviewBlastResponse }) {
  const { body } = draft.values;
  const { costlyCharacters } = review;
  const count = costlyCharacters.length;
  const plain = toGsmText(body, costlyCharacters);
  const title = labels.costlyCharacters(costlyCharacters);
  if (plain === body) {
    return <Notice tone="warning" icon="coin" title={title} text={labels.costlyOrigin(count)} />;
  }
  const savings = replacementSavings(review);
  const saves = savings > 0 ? ` ${labels.replacementSaves(count, formatPrice(savings))}` : "";
  return (
    <Notice
      tone="warning"
      icon="coin"
      title={title}
      text={messageLabels.segmentCost + saves}
      action={
        <Button size="small" onPress={() => draft.change({ body: plain })}>
          {messageLabels.replaceCharacters}
        </Button>
      }
    />
  );
}
