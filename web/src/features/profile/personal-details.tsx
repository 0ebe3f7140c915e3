import { useSession, useUpdateSessionUser } from "../../entities/session/session";
import {
  ContractForm,
  FormPhone,
  FormSubmit,
  FormText,
  noChanges,
  useContractForm,
} from "../../forms";
import { TextPlan } from "../../gen/parlor/v1/user_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { type Fact, Facts, toast } from "../../ui";
import { Picture } from "./picture";
import { Section } from "./section";

const plans: Partial<Record<TextPlan, string>> = {
  [TextPlan.PARLOR_PLUS]: "Parlor Plus",
  [TextPlan.PARLOR_LITE]: "Parlor Lite",
};

function ReadOnlyFacts() {
  const { user, company, roleLabel } = useSession();
  const facts: Fact[] = [
    ["Email", user.email],
    ["Role", roleLabel],
    ["Job title", user.role],
    ["Company", company.name || company.label],
    ["Plan", plans[user.textPlan] ?? ""],
  ];
  return (
    <>
      <Facts className="facts profile__facts" facts={facts} />
      <p className="caption">Ask an administrator to change these.</p>
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
      toast.success("Profile saved.");
    },
  });
  return (
    <Section title="You">
      <Picture />
      <ContractForm of={form} label="You">
        <div className="profile__pair">
          <FormText of={form} name="firstName" label="First name" autoComplete="given-name" />
          <FormText of={form} name="lastName" label="Last name" autoComplete="family-name" />
        </div>
        <FormPhone of={form} name="phone" label="Phone" autoComplete="tel" />
        <div>
          <FormSubmit of={form} reason={noChanges(form)}>
            Save
          </FormSubmit>
        </div>
      </ContractForm>
      <ReadOnlyFacts />
    </Section>
  );
}
