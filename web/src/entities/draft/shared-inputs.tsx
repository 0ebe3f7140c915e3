import type { Draft } from "../../gen/parlor/v1/draft_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Badge, type Fact, Facts } from "../../ui";
import { formLabels } from "./form-labels";
import { sharingLabels } from "./sharing-labels";

type Props = {
  draft: Draft;
  communities: readonly { value: string; label: string }[];
  /** Names and values of the inputs of the kind. */
  inputs: readonly (readonly [name: string, value: string])[];
};

/** The inputs of a draft that a colleague shares. */
export function SharedInputs({ draft, communities, inputs }: Props) {
  const community = communities.find(({ value }) => value === draft.communityId);
  const documents = draft.inputs?.sources.map(({ name }) => showDirectionMarks(name)).join("\n");
  const facts: Fact[] = [
    [sharingLabels.community, community?.label ?? formLabels.noCommunity],
    [sharingLabels.documents, documents],
    ...inputs.map(([name, value]): Fact => [name, showDirectionMarks(value)]),
  ];
  return (
    <section className="stack" aria-label={sharingLabels.inputs}>
      <Badge icon="people">{sharingLabels.sharedBy(draft)}</Badge>
      <Facts className="fact-list shared-inputs" facts={facts} />
    </section>
  );
}
