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
import { labels, plans, roles, titles } from "./labels";

type Of = Form<typeof InviteUserRequestSchema | typeof UpdateUserRequestSchema>;

function Communities({ of, hidden }: { of: Of; hidden: number }) {
  const query = useCommunities();
  const role = useWatch({ control: of.hook.control, name: "parlorRole" });
  if (role === "admin") {
    return <p className="small secondary">{labels.administratorCommunities}</p>;
  }
  return (
    <FormMultiSelect
      of={of}
      name="textCommunities"
      label={labels.communities}
      all={labels.allCommunities}
      options={(query.data ?? []).map(({ id, label }) => ({ value: id, label }))}
      none={query.isPending ? labels.loadingCommunities : labels.noCommunitiesYet}
      description={hidden > 0 ? labels.moreCommunities(hidden) : labels.communitiesHint}
    />
  );
}

type Props = {
  of: Of;
  /** Number of assigned communities that the form does not have. */
  hiddenCommunities?: number;
  /** Shown below the role and the restricted view. */
  children?: ReactNode;
};

export function UserFields({ of, hiddenCommunities = 0, children }: Props) {
  return (
    <>
      <div className="form-pair">
        <FormText of={of} name="firstName" label={labels.firstName} autoFocus aside={null} />
        <FormText of={of} name="lastName" label={labels.lastName} aside={null} />
      </div>
      <FormText
        of={of}
        name="email"
        label={labels.email}
        type="email"
        aside={null}
        description={labels.emailHint}
      />
      <FormPhone of={of} name="phone" label={labels.phone} />
      <FormSelect
        of={of}
        name="role"
        label={labels.jobTitle}
        options={titles}
        empty={labels.chooseTitle}
      />
      <FormRadios of={of} name="parlorRole" label={labels.role} options={roles} />
      <FormSwitch
        of={of}
        name="isRestrictedView"
        label={labels.restrictedView}
        description={labels.restrictedViewHint}
      />
      {children}
      <Communities of={of} hidden={hiddenCommunities} />
      <FormSelect
        of={of}
        name="textPlan"
        label={labels.textPlan}
        numeric
        options={plans}
        empty={labels.noPlan}
      />
    </>
  );
}
