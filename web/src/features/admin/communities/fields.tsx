// Form fields of a community, for creating and editing.

import { type Form, FormNumber, FormSelect, FormTags, FormText } from "../../../forms";
import type {
  CreateCommunityRequestSchema,
  UpdateCommunityRequestSchema,
} from "../../../gen/parlor/v1/community_admin_service_pb";
import type { Software } from "../../../gen/parlor/v1/software_pb";
import type { Code } from "./software-codes";

type Of = Form<typeof CreateCommunityRequestSchema | typeof UpdateCommunityRequestSchema>;

const commonZones = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
];

/** Returns time zones, common ones first. Includes `own` even if the browser does not know it. */
export function timeZoneOptions(own: string) {
  const all = [own, ...commonZones, ...Intl.supportedValuesOf("timeZone")].filter(Boolean);
  const label = (zone: string) => zone.replaceAll("_", " ");
  return [...new Set(all)].map((value) => ({ value, label: label(value) }));
}

type Props = {
  of: Of;
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
      <FormText
        of={of}
        name="number"
        label="Text number"
        type="tel"
        description="The number residents text, with country code: +12025550101."
      />
      <div className="form-pair">
        <FormSelect of={of} name="timeZone" label="Time zone" options={timeZoneOptions(zone)} />
        <FormNumber of={of} name="units" label="Homes" />
      </div>
    </>
  );
}
