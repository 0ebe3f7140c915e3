import { catalogOptions } from "../../../entities/answer/seed-answers";
import { useSession } from "../../../entities/session/session";
import { ContractForm, FormSelect, FormSubmit, useContractForm } from "../../../forms";
import { Catalog } from "../../../gen/parlor/v1/catalog_pb";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import type { CommunityRequest, TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { Button, Icon, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { CommunityFields } from "./fields";
import { useRefresh } from "./queries";
import { requiredCode } from "./software-codes";

type Props = {
  /** The wish that it fulfils. */
  wish: CommunityRequest | undefined;
  onClose: () => void;
  onMade: (community: TextCommunity | undefined) => void;
};

const zone = "America/New_York";

/** A community of the company that one acts in. */
export function CreateCommunity({ wish, onClose, onMade }: Props) {
  const { company } = useSession();
  const refresh = useRefresh();
  const code = requiredCode(company.software);
  const form = useContractForm(CommunityAdminService.method.createCommunity, {
    start: {
      id: company.id,
      label: wish?.communityName ?? "",
      escalationEmail: wish?.escalationEmail ?? "",
      secondaryEscalationEmails: wish?.secondaryEscalationEmails ?? [],
      number: "",
      timeZone: zone,
      catalog: Catalog.FINE,
      requestId: wish?.id ?? "",
      ...(code ? { [code.field]: "" } : {}),
    },
    onDone: async ({ textCommunity }) => {
      toast.success(`${textCommunity?.label ?? "The community"} is there.`);
      void refresh();
      onMade(textCommunity);
    },
  });
  return (
    <Sheet
      title="New community"
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <FormSubmit of={form}>Create community</FormSubmit>
        </>
      }
    >
      <ContractForm of={form} label="New community">
        {wish ? (
          <p className="notice">
            <Icon name="info" />
            <span>
              {wish.requestedBy} asked for it, and you agreed. It is active once you create it.
            </span>
          </p>
        ) : null}
        <CommunityFields
          of={form}
          codes={code ? [code] : []}
          needed={company.software}
          zone={zone}
        />
        <FormSelect
          of={form}
          name="catalog"
          label="Starting questions"
          numeric
          options={catalogOptions}
          description="Each needs an answer; until then it goes to your team."
        />
      </ContractForm>
    </Sheet>
  );
}
