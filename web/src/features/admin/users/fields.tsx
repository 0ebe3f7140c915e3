// The fields that an invitation and a changed person share.

import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { type Form, FormPicks, FormRadios, FormSelect, FormSwitch, FormText } from "../../../forms";
import type {
  InviteUserRequestSchema,
  UpdateUserRequestSchema,
} from "../../../gen/parlor/v1/user_service_pb";
import { useCommunities } from "../../../rpc/communities";
import { plans, roles, titles } from "./words";

type Of = Form<typeof InviteUserRequestSchema | typeof UpdateUserRequestSchema>;

function Communities({ of }: { of: Of }) {
  const query = useCommunities();
  const role = useWatch({ control: of.hook.control, name: "parlorRole" });
  if (role === "admin") {
    return <p className="small secondary">An administrator works on all communities.</p>;
  }
  return (
    <FormPicks
      of={of}
      name="textCommunities"
      label="Communities"
      options={(query.data ?? []).map(({ id, label }) => ({ value: id, label }))}
      none={query.isPending ? "Reading the communities …" : "There are no communities yet."}
      description="What they see, in the order in which you choose."
    />
  );
}

/** `children` stand where what one may do is decided. */
export function UserFields({ of, children }: { of: Of; children?: ReactNode }) {
  return (
    <>
      <div className="form-pair">
        <FormText of={of} name="firstName" label="First name" autoFocus aside={null} />
        <FormText of={of} name="lastName" label="Last name" aside={null} />
      </div>
      <FormText
        of={of}
        name="email"
        label="E-mail"
        type="email"
        aside={null}
        description="They sign in with it."
      />
      <FormText
        of={of}
        name="phone"
        label="Phone"
        type="tel"
        description="With the country code, such as +12025550101."
      />
      <FormSelect of={of} name="role" label="Job title" options={titles} empty="Choose" />
      <FormRadios of={of} name="parlorRole" label="Role" options={roles} />
      <FormSwitch
        of={of}
        name="isRestrictedView"
        label="Restricted view"
        description="They see Parlor Blaster and their profile, and nothing else."
      />
      {children}
      <FormSelect
        of={of}
        name="textPlan"
        label="Text plan"
        numeric
        options={plans}
        empty="No plan"
      />
      <Communities of={of} />
    </>
  );
}
