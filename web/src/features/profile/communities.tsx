import { useQuery } from "@connectrpc/connect-query";
import { useSession, useUpdateSessionUser } from "../../entities/session/session";
import { ContractForm, FormSortableList, FormSubmit, useContractForm } from "../../forms";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { CompanyService } from "../../gen/parlor/v1/company_service_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { Select, toast } from "../../ui";
import { LoadedSection, Section } from "./section";

/** Order of the user's communities. It grants no access. */
export function Communities() {
  const { user } = useSession();
  const company = useQuery(
    CompanyService.method.getCompany,
    { id: user.companyId, includeCommunities: true },
    { enabled: user.companyId !== "" },
  );
  return (
    <Section title="Communities" aside={<span className="caption">In your order</span>}>
      {user.companyId === "" ? (
        <p className="secondary">No communities yet. Ask an administrator to assign them to you.</p>
      ) : (
        <LoadedSection of={company}>
          {({ communities }) => <OwnCommunities communities={communities} />}
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
      toast.success("Communities saved.");
    },
  });
  const labels = new Map(
    [
      ...user.textCommunitiesMapping,
      ...communities.map(({ id, label }) => ({ value: id, label })),
    ].map(({ value, label }) => [value, label.replaceAll("_", " ")]),
  );
  if (labels.size === 0) {
    return (
      <p className="secondary">No communities yet. Ask an administrator to assign them to you.</p>
    );
  }
  return (
    <ContractForm of={form} label="Communities">
      <FormSortableList
        of={form}
        name="textCommunities"
        label="Communities"
        labels={labels}
        empty="All communities, by name."
      >
        {(values, change) => {
          const others = [...labels].filter(([value]) => !values.includes(value));
          if (others.length === 0) return null;
          return (
            <Select
              label="Add a community"
              options={[
                { value: "", label: "Choose one" },
                ...others.map(([value, label]) => ({ value, label })),
              ]}
              value=""
              onChange={(value) => {
                if (value) change([...values, value]);
              }}
            />
          );
        }}
      </FormSortableList>
      <div>
        <FormSubmit of={form} isDisabled={!form.unsaved}>
          Save communities
        </FormSubmit>
      </div>
    </ContractForm>
  );
}
