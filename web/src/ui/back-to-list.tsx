import { Button } from "./button";

type Props = { onBack: () => void };

/** In the head of a detail: leads a phone back to the list. */
export function BackButton({ onBack }: Props) {
  return (
    <Button
      variant="quiet"
      icon="back"
      className="only-phone"
      aria-label="Back to list"
      onPress={onBack}
    />
  );
}

/** Below what has no head: leads a phone back to the list. */
export function BackToList({ onBack }: Props) {
  return (
    <div className="only-phone desk__more">
      <Button icon="back" onPress={onBack}>
        Back to list
      </Button>
    </div>
  );
}
