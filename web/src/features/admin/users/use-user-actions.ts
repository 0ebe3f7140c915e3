// Actions on a user in the list, with undo.

import { fullName } from "../../../entities/session/session";
import { toastError, toErrorToast } from "../../../forms/toast-error";
import type { User } from "../../../gen/parlor/v1/user_pb";
import { toast } from "../../../ui";
import { labels } from "./labels";
import { useDeactivateUser, useReactivateUser, useResendInvitation } from "./queries";

export function useUserActions() {
  const closing = useDeactivateUser();
  const opening = useReactivateUser();
  const inviting = useResendInvitation();
  return {
    onDeactivate: (user: User) =>
      closing.mutate(
        { id: user.id },
        {
          onError: toastError,
          onSuccess: () =>
            toast.undo({
              title: labels.deactivated(fullName(user)),
              text: labels.deactivatedEffect,
              onUndo: () => opening.mutate({ id: user.id }, { onError: toastError }),
            }),
        },
      ),
    onReactivate: (user: User) =>
      opening.mutate(
        { id: user.id },
        {
          onError: toastError,
          onSuccess: () => toast.success(labels.reactivated(fullName(user))),
        },
      ),
    onInviteAgain: (user: User) =>
      void toast.promise(inviting.mutateAsync({ id: user.id }), {
        loading: labels.resending,
        success: {
          title: labels.invitedAgain(fullName(user)),
          text: labels.earlierLinkInvalid,
        },
        error: (error) => toErrorToast(error),
      }),
  };
}
