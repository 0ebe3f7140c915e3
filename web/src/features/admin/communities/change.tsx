import type { MessageInitShape } from "@bufbuild/protobuf";
import { ContractForm, FormPicks, FormSubmit, useContractForm } from "../../../forms";
import { AddCatalogue } from "../../../forms/add-catalogue";
import { OwnWords } from "../../../forms/own-words";
import { tell } from "../../../forms/tell";
import {
  CommunityAdminService,
  type UpdateCommunityRequestSchema,
} from "../../../gen/parlor/v1/community_admin_service_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { useIsPlatform } from "../../../rpc/acting";
import { useCurrent } from "../../../rpc/current";
import { Button, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { differing } from "../changes";
import { codesOf } from "./codes";
import { CommunityFields } from "./fields";
import { useAllCompanies, useChange, useReadAgain } from "./queries";
import { Training } from "./training";

type Values = Exclude<MessageInitShape<typeof UpdateCommunityRequestSchema>, { $typeName: string }>;

function startOf(community: TextCommunity, codes: ReturnType<typeof codesOf>): Values {
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

/** What differs alone. Emptied lists are said apart. */
export function changesOf(before: Values, after: Values): Values {
  const changes: Values = differing(before, after);
  return {
    ...changes,
    ...(after.id ? { id: after.id } : {}),
    clearSecondaryEscalationEmails: changes.secondaryEscalationEmails?.length === 0,
    clearCompany: changes.company?.length === 0,
  };
}

type Props = { community: TextCommunity; onClose: () => void };

export function ChangeCommunity({ community, onClose }: Props) {
  const { company } = useCurrent();
  const platform = useIsPlatform();
  const companies = useAllCompanies(platform);
  const readAgain = useReadAgain();
  const change = useChange();
  const codes = codesOf(community, company.software);
  const start = startOf(community, codes);
  const form = useContractForm(CommunityAdminService.method.updateCommunity, {
    start,
    toRequest: (values) => changesOf(start, values),
    onDone: ({ textCommunity }) => {
      void readAgain();
      toast.undo({
        title: `Changed ${textCommunity?.label ?? community.label}.`,
        text: (left) => `You can undo it for ${left} s.`,
        onUndo: () => {
          const now = textCommunity ? startOf(textCommunity, codes) : start;
          change.mutate(changesOf(now, start), { onError: tell });
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
        <>
          <Button onPress={onClose}>Cancel</Button>
          <FormSubmit of={form} isDisabled={!form.unsaved}>
            Save
          </FormSubmit>
        </>
      }
    >
      <Training community={community} />
      <ContractForm of={form} label={`Change ${community.label}`}>
        <CommunityFields
          of={form}
          codes={codes}
          needed={company.software}
          zone={community.timeZone}
        />
        {platform ? (
          <FormPicks
            of={form}
            name="company"
            label="Companies that have it"
            options={companies}
            description="A company that has it no more sees nothing of it. Its number moves to the first one."
          />
        ) : null}
      </ContractForm>
      <section className="sheet__group" aria-label="Questions of a catalogue">
        <h3 className="group-title">Questions of a catalogue</h3>
        <p className="small secondary">
          It gets those that it lacks, each waiting for its answer. What is there stays as it is.
        </p>
        <AddCatalogue community={community} />
      </section>
      <OwnWords community={community} onChanged={() => void readAgain()} />
    </Sheet>
  );
}
