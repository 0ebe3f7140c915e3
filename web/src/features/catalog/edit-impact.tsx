import { CatalogChange } from "../../gen/parlor/v1/catalog_intent_pb";
import { Icon } from "../../ui";
import { impactLabel, impactLabels } from "./edit-labels";
import { type IntentEdit, useEditImpact } from "./queries";

type Props = { version: number; edit: IntentEdit; several?: boolean };

/** Shows the impact of a change before it is made. */
export function EditImpact({ version, edit, several = false }: Props) {
  const { data, error } = useEditImpact(version, edit, true);
  // Errors are shown at their fields when the form is sent.
  if (error || !data) return null;
  const mapped = data.differences.filter(({ changes }) =>
    changes.includes(CatalogChange.MAPPING),
  ).length;
  return (
    <div className="notice" role="status">
      <Icon name="info" />
      <div className="stack stack--tight">
        {data.impact ? <p>{impactLabel(data.impact, several)}</p> : null}
        <p className="secondary">
          {impactLabels.communitiesUnchanged}
          {mapped > 0 ? ` ${impactLabels.mergedChanged(mapped)}` : ""}
        </p>
      </div>
    </div>
  );
}
