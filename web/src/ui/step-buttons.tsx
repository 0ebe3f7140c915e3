import { Button } from "./button";

type Props = {
  /** The place of the item that is shown, from 0. */
  at: number;
  count: number;
  labels: { previous: string; next: string };
  onStep: (at: number) => void;
};

/** At the end of a dialog's foot: to the item before and to the one after. */
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
