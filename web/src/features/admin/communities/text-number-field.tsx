import { FormPhone } from "../../../forms";
import { Button } from "../../../ui";
import type { CommunityForm } from "./fields";
import { labels } from "./labels";

const areaCodes = ["202", "212", "312", "404", "415", "503", "602", "614", "713", "816"];

/** Returns a number that is reserved for fictional use: 555-0100 to 555-0199 of an area. */
function createTestNumber(): string {
  const pick = (count: number) => Math.floor(Math.random() * count);
  const line = String(pick(100)).padStart(2, "0");
  return `+1${areaCodes[pick(areaCodes.length)]}55501${line}`;
}

/** The number that residents text. In a trial, a test phone number stands in for a carrier's. */
export function TextNumberField({ of }: { of: CommunityForm }) {
  const isEmpty = !of.hook.watch("number");
  const fill = () => of.hook.setValue("number", createTestNumber(), { shouldDirty: true });
  return (
    <div className="stack stack--tight">
      <FormPhone
        of={of}
        name="number"
        label={labels.textNumber}
        description={labels.textNumberHint}
      />
      {isEmpty ? (
        <div>
          <Button variant="link" size="small" onPress={fill}>
            {labels.useTestPhone}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
