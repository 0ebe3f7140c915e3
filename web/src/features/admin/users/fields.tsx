// Form fields of a user, for inviting and editing.

import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useCommunities } from "../../../entities/community/use-communities";
import {
  type Form,
  FormMultiSelect,
  FormPhone,
  FormRadios,
  FormSelect,
  FormSwitch,
  FormText,
} from "../../../forms";
import type {
  InviteUserRequestSchema,
  UpdateUserRequestSchema,
} from "../../../gen/parlor/v1/user_service_pb";
import { plans, roles, titles } from "./labels";

type Of = Form<typeof InviteUserRequestSchema | typeof UpdateUserRequestSchema>;

function Communities({ of }: { of: Of }) {
  const query = useCommunities();
  const role = useWatch({ control: of.hook.control, name: "parlorRole" });
  if (role === "admin") {
    return <p className="small secondary">Administrators see all communities.</p>;
  }
  return (
    <FormMultiSelect
      of={of}
      name="textCommunities"
      label="Communities"
      all="All communities"
      options={(query.data ?? []).map(({ id, label }) => ({ value: id, label }))}
      none={query.isPending ? "Loading communities…" : "No communities yet."}
      description="Shown in the order you choose them."
    />
  );
}

/** `children` are shown below the role and the restricted view. */
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
        label="Email"
        type="email"
        aside={null}
        description="Used to log in."
      />
      <FormPhone of={of} name="phone" label="Phone" />
      <FormSelect of={of} name="role" label="Job title" options={titles} empty="Choose" />
      <FormRadios of={of} name="parlorRole" label="Role" options={roles} />
      <FormSwitch
        of={of}
        name="isRestrictedView"
        label="Restricted view"
        description="They only see Parlor Blaster and their profile."
      />
      {children}
      <Communities of={of} />
      <FormSelect
        of={of}
        name="textPlan"
        label="Text plan"
        numeric
        options={plans}
        empty="No plan"
      />
    </>
  );
}
