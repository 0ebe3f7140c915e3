import { toastError } from "../../forms/toast-error";
import {
  type InboxPerson,
  InboxPersonMatch,
  type InboxPersonSuggestion,
} from "../../gen/parlor/v1/inbox_service_pb";
import { Button, toast, UnitPlate } from "../../ui";
import { PartTitle } from "../../ui/two-pane";
import { mergeLabels } from "./detail-labels";
import { type PersonKey, useMergePerson, useUnmergePerson } from "./queries";

type Props = { person: InboxPerson; whose: PersonKey };

/** Suggests accounts to merge the person with, and separates a merged person. */
export function SamePerson({ person, whose }: Props) {
  const merging = useMergePerson();
  const unmerging = useUnmergePerson();
  const separate = () => unmerging.mutate(whose, { onError: toastError });
  const merge = ({ homeownerAccountId, name, unit }: InboxPersonSuggestion) =>
    merging.mutate(
      { ...whose, homeownerAccountId },
      {
        onError: toastError,
        onSuccess: () =>
          toast.undo({ title: mergeLabels.merged, text: name || unit, onUndo: separate }),
      },
    );
  if (person.isMerged)
    return (
      <section className="person-part" aria-label={mergeLabels.title}>
        <p className="row row--between small secondary">
          {mergeLabels.isMerged}
          <Button size="small" pending={unmerging.isPending} onPress={separate}>
            {mergeLabels.separate}
          </Button>
        </p>
      </section>
    );
  if (person.suggestions.length === 0) return null;
  return (
    <section className="person-part" aria-label={mergeLabels.title}>
      <PartTitle>{mergeLabels.title}</PartTitle>
      <ul className="reach">
        {person.suggestions.map((one) => (
          <li key={one.homeownerAccountId}>
            <UnitPlate unit={one.unit} />
            <span className="truncate">
              {one.name || mergeLabels.noName}{" "}
              <span className="caption">
                {one.match === InboxPersonMatch.UNIT ? mergeLabels.unit : mergeLabels.name}
              </span>
            </span>
            <Button
              size="small"
              pending={merging.isPending}
              aria-label={mergeLabels.mergeWith(one.name || one.unit)}
              onPress={() => merge(one)}
            >
              {mergeLabels.merge}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
