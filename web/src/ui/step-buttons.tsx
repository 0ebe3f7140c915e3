import { Button } from "./button";

type Props = {
  /** Zero-based index of the item that is shown. */
  at: number;
  count: number;
  labels: { previous: string; next: string };
  onStep: (at: number) => void;
};

/** Buttons for the previous and next item, at the end of a dialog's footer. */
export function StepButtons({ at, count, labels, onStep }: Props) {
  return (
    <>
      <span className="row__grow" />
      <Button
        icon="left"
        aria-label={labels.previous}
        isDisabled={at === 0}
        onPress={() => onStep(at - 1)}
      />
      <Button
        icon="right"
        aria-label={labels.next}
        isDisabled={at === count - 1}
        onPress={() => onStep(at + 1)}
      />
    </>
  );
}
