import type { MessageInitShape } from "@bufbuild/protobuf";
import { SeedAnswers } from "../../../entities/answer/seed-answers";
import { WordReplacements } from "../../../entities/community/word-replacements";
import { useIsPlatformAdmin } from "../../../entities/session/impersonation";
import { useSession } from "../../../entities/session/session";
import {
  ContractForm,
  FormActions,
  FormMultiSelect,
  noChanges,
  useContractForm,
} from "../../../forms";
import { toastError } from "../../../forms/toast-error";
import { undoLabels } from "../../../forms/undo-labels";
import { toUpdateMask } from "../../../forms/update-mask";
import {
  CommunityAdminService,
  UpdateCommunityRequestSchema,
} from "../../../gen/parlor/v1/community_admin_service_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { changedFields } from "../changed-fields";
import { sharedLabels } from "../labels";
import { CommunityFields } from "./fields";
import { labels } from "./labels";
import { useAllCompanies, useRefresh, useUpdateCommunity } from "./queries";
import { visibleCodes } from "./software-codes";
import { TrainingSwitch } from "./training-switch";

type Values = Exclude<MessageInitShape<typeof UpdateCommunityRequestSchema>, { $typeName: string }>;

function initialValues(community: TextCommunity, codes: ReturnType<typeof visibleCodes>): Values {
  const { id, label, escalationEmail, timeZone, units, number } = community;
  return {
    id,
    label,
    escalationEmail,
    secondaryEscalationEmails: [...community.secondaryEscalationEmails],
    timeZone,
    units,
    number,
    company: [...community.company],
    ...Object.fromEntries(codes.map(({ field }) => [field, community[field]])),
  };
}

/** Returns the changed fields only. The update mask names them; an emptied email is not set. */
export function toChanges(before: Values, after: Values): Values {
  const { escalationEmail, ...changes }: Values = changedFields(before, after);
  const names = Object.keys(changedFields(before, after));
  return {
    ...changes,
    ...(escalationEmail ? { escalationEmail } : {}),
    ...(after.id ? { id: after.id } : {}),
    updateMask: toUpdateMask(UpdateCommunityRequestSchema, names),
  };
}

type Props = { community: TextCommunity; onClose: () => void };

export function EditCommunity({ community, onClose }: Props) {
  const { company } = useSession();
  const platform = useIsPlatformAdmin();
  const companies = useAllCompanies(platform);
  const refresh = useRefresh();
  const change = useUpdateCommunity();
  const codes = visibleCodes(community, company.software);
  const start = initialValues(community, codes);
  const form = useContractForm(CommunityAdminService.method.updateCommunity, {
    start,
    toRequest: (values) => toChanges(start, values),
    onDone: ({ textCommunity }) => {
      void refresh();
      toast.undo({
        title: sharedLabels.saved(textCommunity?.label ?? community.label),
        text: undoLabels.timeLeft,
        onUndo: () => {
          const now = textCommunity ? initialValues(textCommunity, codes) : start;
          change.mutate(toChanges(now, start), { onError: toastError });
        },
      });
      onClose();
    },
  });
  return (
    <Sheet
      title={community.label}
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <FormActions onCancel={onClose} of={form} reason={noChanges(form)}>
          {sharedLabels.save}
        </FormActions>
      }
    >
      <TrainingSwitch community={community} />
      <ContractForm of={form} label={sharedLabels.editTitle(community.label)}>
        <CommunityFields
          of={form}
          codes={codes}
          needed={company.software}
          zone={community.timeZone}
        />
        {platform ? (
          <FormMultiSelect
            of={form}
            name="company"
            label={labels.companies}
            options={companies}
            description={labels.companiesHint}
          />
        ) : null}
      </ContractForm>
      <section className="sheet__group" aria-label={labels.catalogQuestions}>
        <h3 className="group-title">{labels.catalogQuestions}</h3>
        <p className="small secondary">{labels.catalogQuestionsHint}</p>
        <SeedAnswers community={community} />
      </section>
      <WordReplacements community={community} onChanged={() => void refresh()} />
    </Sheet>
  );
}
