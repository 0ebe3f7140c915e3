// What one does to an account in the list, and how it is taken back.

import { tell } from "../../../forms/tell";
import type { User } from "../../../gen/parlor/v1/user_pb";
import { fullName } from "../../../rpc/current";
import { toProblem } from "../../../rpc/problem";
import { toast } from "../../../ui";
import { useDeactivate, useInviteAgain, useReactivate } from "./queries";

export function useActs() {
  const closing = useDeactivate();
  const opening = useReactivate();
  const inviting = useInviteAgain();
  return {
    onDeactivate: (user: User) =>
      closing.mutate(
        { id: user.id },
        {
          onError: tell,
          onSuccess: () =>
            toast.undo({
              title: `Deactivated ${fullName(user)}.`,
              text: "They are signed out everywhere.",
              onUndo: () => opening.mutate({ id: user.id }, { onError: tell }),
            }),
        },
      ),
    onReactivate: (user: User) =>
      opening.mutate(
        { id: user.id },
        { onError: tell, onSuccess: () => toast.success(`${fullName(user)} may sign in again.`) },
      ),
    onInviteAgain: (user: User) =>
      void toast.promise(inviting.mutateAsync({ id: user.id }), {
        loading: "Writing another invitation …",
        success: {
          title: `Invited ${fullName(user)} again.`,
          text: "The earlier link works no longer.",
        },
        error: (error) => {
          const { title, text } = toProblem(error);
          return { title, text };
        },
      }),
  };
}
