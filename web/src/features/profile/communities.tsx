import { useCommunities } from "../../entities/community/use-communities";
import { useSession, useUpdateSessionUser } from "../../entities/session/session";
import {
  ContractForm,
  FormSortableList,
  FormSubmit,
  noChanges,
  useContractForm,
} from "../../forms";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { Select, toast } from "../../ui";
import { labels } from "./labels";
import { LoadedSection, Section } from "./section";

/** Order of the user's communities. It grants no access. */
export function Communities() {
  const { user } = useSession();
  const communities = useCommunities(user.companyId !== "");
  return (
    <Section
      title={labels.communities}
      aside={<span className="caption">{labels.communitiesHint}</span>}
    >
      {user.companyId === "" ? (
        <p className="secondary">{labels.noCommunities}</p>
      ) : (
        <LoadedSection of={communities}>
          {(loaded) => <OwnCommunities communities={loaded} />}
        </LoadedSection>
      )}
    </Section>
  );
}

function OwnCommunities({ communities }: { communities: readonly TextCommunity[] }) {
  const { user } = useSession();
  const changed = useUpdateSessionUser();
  const form = useContractForm(UserService.method.setCommunityOrder, {
    start: { textCommunities: user.textCommunitiesMapping.map(({ value }) => value) },
    onDone: (response) => {
      changed(response.user);
      toast.success(labels.communitiesSaved);
    },
  });
  const communityLabels = new Map(
    [
      ...user.textCommunitiesMapping,
      ...communities.map(({ id, label }) => ({ value: id, label })),
    ].map(({ value, label }) => [value, label.replaceAll("_", " ")]),
  );
  if (communityLabels.size === 0) {
    return <p className="secondary">{labels.noCommunities}</p>;
  }
  return (
    <ContractForm of={form} label={labels.communities}>
      <FormSortableList
        of={form}
        name="textCommunities"
        label={labels.communities}
        labels={communityLabels}
        empty={labels.allCommunities}
      >
        {(values, change, addId) => {
          const others = [...communityLabels].filter(([value]) => !values.includes(value));
          if (others.length === 0) return null;
          return (
            <div id={addId}>
              <Select
                label={labels.addCommunity}
                options={[
                  { value: "", label: labels.chooseOne },
                  ...others.map(([value, label]) => ({ value, label })),
                ]}
                value=""
                onChange={(value) => {
                  if (value) change([...values, value]);
                }}
              />
            </div>
          );
        }}
      </FormSortableList>
      <div>
        <FormSubmit of={form} reason={noChanges(form)}>
          {labels.saveCommunities}
        </FormSubmit>
      </div>
    </ContractForm>
  );
}
