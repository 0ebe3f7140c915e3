import { toastError } from "../../../forms/toast-error";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { Button } from "../../../ui";
import { useUnscheduleBlast } from "../queries";

/** Turns a blast that has not started into a draft again. */
export function BackToDraftButton({ blast, label }: { blast: Blast; label: string }) {
  const unscheduling = useUnscheduleBlast();
  return (
    <Button
      icon="undo"
      size="small"
      pending={unscheduling.isPending}
      onPress={() => unscheduling.mutate({ id: blast.id }, { onError: toastError })}
    >
      {label}
    </Button>
  );
}
