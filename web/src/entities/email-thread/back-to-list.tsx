import { Button } from "../../ui";
import { labels } from "./labels";

/** Leads a phone back to the list. */
export function BackToList({ onBack }: { onBack: () => void }) {
  return (
    <div className="only-phone desk__more">
      <Button icon="back" onPress={onBack}>
        {labels.backToList}
      </Button>
    </div>
  );
}
