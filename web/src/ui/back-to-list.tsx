import { Button } from "./button";

type Props = { onBack: () => void };

/** Back button in a detail's header on phones. Returns to the list. */
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

/** Link back to the list on phones, for screens without a header. */
export function BackToList({ onBack }: Props) {
  return (
    <div className="only-phone desk__more">
      <Button icon="back" onPress={onBack}>
        Back to list
      </Button>
    </div>
  );
}
