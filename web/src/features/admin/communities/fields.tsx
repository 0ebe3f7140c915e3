// Form fields of a community, for creating and editing.

import { type Form, FormNumber, FormSearchableSelect, FormTags, FormText } from "../../../forms";
import type {
  CreateCommunityRequestSchema,
  UpdateCommunityRequestSchema,
} from "../../../gen/parlor/v1/community_admin_service_pb";
import type { Software } from "../../../gen/parlor/v1/software_pb";
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

const optional = <span className="caption">Optional</span>;

export function CommunityFields({ of, codes, needed, zone }: Props) {
  return (
    <>
      <FormText
        of={of}
        name="label"
        label="Name"
        autoFocus
        aside={null}
        description="The name residents and staff use. Must be unique."
      />
      {codes.map(({ software, field, name, hint }) => (
        <FormText
          key={field}
          of={of}
          name={field}
          label={`Code in ${name}`}
          aside={needed === software ? null : optional}
          description={hint}
        />
      ))}
      <FormText
        of={of}
        name="escalationEmail"
        label="Escalations go to"
        type="email"
        aside={null}
        description="Gets an email when the bot can't answer a question."
      />
      <FormTags
        of={of}
        name="secondaryEscalationEmails"
        label="More alert recipients"
        type="email"
        placeholder="name@company.example"
        description="Up to 10 addresses. Staff with one of these addresses also see its escalations."
      />
      <TextNumberField of={of} />
      <div className="form-pair">
        <FormSearchableSelect
          of={of}
          name="timeZone"
          label="Time zone"
          choices={timeZoneChoices(zone)}
        />
        <FormNumber of={of} name="units" label="Homes" />
      </div>
    </>
  );
}
