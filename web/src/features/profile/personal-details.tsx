import { planLabels } from "../../entities/session/plan-labels";
import { useSession, useUpdateSessionUser } from "../../entities/session/session";
import {
  ContractForm,
  FormPhone,
  FormSubmit,
  FormText,
  noChanges,
  useContractForm,
} from "../../forms";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { type Fact, Facts, toast } from "../../ui";
import { labels } from "./labels";
import { Picture } from "./picture";
import { Section } from "./section";

function ReadOnlyFacts() {
  const { user, company, roleLabel } = useSession();
  const facts: Fact[] = [
    [labels.email, user.email],
    [labels.role, roleLabel],
    [labels.jobTitle, user.role],
    [labels.company, company.name || company.label],
    [labels.plan, planLabels[user.textPlan] ?? ""],
  ];
  return (
    <>
      <Facts className="facts profile__facts" facts={facts} />
      <p className="caption">{labels.readOnlyHint}</p>
    </>
  );
}

/** Name, phone and picture, and read-only details. */
export function PersonSection() {
  const { user } = useSession();
  const changed = useUpdateSessionUser();
  const { id, firstName, lastName, phone } = user;
  const form = useContractForm(UserService.method.updateUser, {
    start: { id, firstName, lastName, phone },
    onDone: (response) => {
      changed(response.user);
      toast.success(labels.saved);
    },
  });
  return (
    <Section title={labels.you}>
      <Picture />
      <ContractForm of={form} label={labels.you}>
        <div className="profile__pair">
          <FormText of={form} name="firstName" label={labels.firstName} autoComplete="given-name" />
          <FormText of={form} name="lastName" label={labels.lastName} autoComplete="family-name" />
        </div>
        <FormPhone of={form} name="phone" label={labels.phone} autoComplete="tel" />
        <div>
          <FormSubmit of={form} reason={noChanges(form)}>
            {labels.save}
          </FormSubmit>
        </div>
      </ContractForm>
      <ReadOnlyFacts />
    </Section>
  );
}
