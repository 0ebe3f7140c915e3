// Form fields of a community, for creating and editing.

import { contactLabels } from "../../../entities/community/contact-labels";
import { type Form, FormNumber, FormSearchableSelect, FormTags, FormText } from "../../../forms";
import type {
  CreateCommunityRequestSchema,
  UpdateCommunityRequestSchema,
} from "../../../gen/parlor/v1/community_admin_service_pb";
import type { Software } from "../../../gen/parlor/v1/software_pb";
import { sharedLabels } from "../labels";
import { labels } from "./labels";
import type { Code } from "./software-codes";
import { TextNumberField } from "./text-number-field";
import { timeZoneChoices } from "./time-zones";

export type CommunityForm = Form<
  typeof CreateCommunityRequestSchema | typeof UpdateCommunityRequestSchema
>;

type Props = {
  of: CommunityForm;
  /** Codes in association software. The one of the company's software comes first. */
  codes: readonly Code[];
  needed: Software;
  zone: string;
};

const optional = <span className="caption">{labels.optional}</span>;

export function CommunityFields({ of, codes, needed, zone }: Props) {
  return (
    <>
      <FormText
        of={of}
        name="label"
        label={sharedLabels.name}
        autoFocus
        aside={null}
        description={labels.nameHint}
      />
      {codes.map(({ software, field, name, hint }) => (
        <FormText
          key={field}
          of={of}
          name={field}
          label={labels.codeIn(name)}
          aside={needed === software ? null : optional}
          description={hint}
        />
      ))}
      <FormText
        of={of}
        name="escalationEmail"
        label={contactLabels.escalationsGoTo}
        type="email"
        aside={null}
        description={labels.escalationsHint}
      />
      <FormTags
        of={of}
        name="secondaryEscalationEmails"
        label={contactLabels.moreRecipients}
        type="email"
        placeholder="name@company.example"
        description={labels.moreRecipientsHint}
      />
      <TextNumberField of={of} />
      <div className="form-pair">
        <FormSearchableSelect
          of={of}
          name="timeZone"
          label={labels.timeZone}
          choices={timeZoneChoices(zone)}
        />
        <FormNumber of={of} name="units" label={labels.units} />
      </div>
    </>
  );
}
