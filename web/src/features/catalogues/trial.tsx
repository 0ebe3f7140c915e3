import { CatalogueChange } from "../../gen/parlor/v1/catalogue_intent_pb";
import { Icon } from "../../ui";
import { type Edit, useTrialEdit } from "./queries";
import { count, impactWords } from "./words";

type Props = { version: number; edit: Edit; several?: boolean };

/** What a change would do, told before it is made. */
export function Trial({ version, edit, several = false }: Props) {
  const { data, error } = useTrialEdit(version, edit, true);
  // What is wrong is told at its field when it is sent.
  if (error || !data) return null;
  const mapped = data.differences.filter(({ changes }) =>
    changes.includes(CatalogueChange.MAPPING),
  ).length;
  return (
    <div className="notice" role="status">
      <Icon name="info" />
      <div className="stack stack--tight">
        {data.impact ? <p>{impactWords(data.impact, several)}</p> : null}
        <p className="secondary">
          Communities keep what they have; only new ones get the change.
          {mapped > 0 ? ` ${count(mapped, "fine intent")} would have another merged intent.` : ""}
        </p>
      </div>
    </div>
  );
}
