import { catalogOptions } from "../../../entities/answer/seed-answers";
import { useSession } from "../../../entities/session/session";
import { ContractForm, FormActions, FormSelect, useContractForm } from "../../../forms";
import { Catalog } from "../../../gen/parlor/v1/catalog_pb";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import type { CommunityRequest, TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { Icon, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { CommunityFields } from "./fields";
import { labels } from "./labels";
import { useRefresh } from "./queries";
import { requiredCode } from "./software-codes";

type Props = {
  /** The approved request that it fulfills. */
  request?: CommunityRequest | undefined;
  onClose: () => void;
  onCreated: (community: TextCommunity | undefined) => void;
};

const zone = "America/New_York";

/** Creates a community of the current company. */
export function CreateCommunity({ request, onClose, onCreated }: Props) {
  const { company } = useSession();
  const refresh = useRefresh();
  const code = requiredCode(company.software);
  const form = useContractForm(CommunityAdminService.method.createCommunity, {
    start: {
      id: company.id,
      label: request?.communityName ?? "",
      escalationEmail: request?.escalationEmail ?? "",
      secondaryEscalationEmails: request?.secondaryEscalationEmails ?? [],
      number: "",
      timeZone: zone,
      catalog: Catalog.FINE,
      requestId: request?.id ?? "",
      ...(code ? { [code.field]: "" } : {}),
    },
    onDone: async ({ textCommunity }) => {
      toast.success(labels.created(textCommunity?.label));
      void refresh();
      onCreated(textCommunity);
    },
  });
  return (
    <Sheet
      title={labels.newCommunity}
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <FormActions onCancel={onClose} of={form}>
          {labels.createCommunity}
        </FormActions>
      }
    >
      <ContractForm of={form} label={labels.newCommunity}>
        {request ? (
          <p className="notice">
            <Icon name="info" />
            <span>{labels.requestedBy(request.requestedBy)}</span>
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
          label={labels.startingQuestions}
          numeric
          options={catalogOptions}
          description={labels.startingQuestionsHint}
        />
      </ContractForm>
    </Sheet>
  );
}
