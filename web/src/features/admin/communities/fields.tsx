// The fields that a new community and a changed one share.

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

/** The usual ones first; `own` even where the browser does not know it. */
export function timeZoneOptions(own: string) {
  const all = [own, ...commonZones, ...Intl.supportedValuesOf("timeZone")].filter(Boolean);
  const label = (zone: string) => zone.replaceAll("_", " ");
  return [...new Set(all)].map((value) => ({ value, label: label(value) }));
}

type Props = {
  of: Of;
  /** The code that the company's software needs comes first. */
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
        description="What residents and staff call it. Must be unique."
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
        description="Who gets an alert when the bot can't answer."
      />
      <FormTags
        of={of}
        name="secondaryEscalationEmails"
        label="And to"
        type="email"
        placeholder="name@company.example"
        description="Up to 10 more addresses. Staff with one of them see its escalations too."
      />
      <FormText
        of={of}
        name="number"
        label="Number that residents text"
        type="tel"
        description="With the country code, such as +12025550101."
      />
      <div className="form-pair">
        <FormSelect of={of} name="timeZone" label="Time zone" options={timeZoneOptions(zone)} />
        <FormNumber of={of} name="units" label="Homes" />
      </div>
    </>
  );
}
