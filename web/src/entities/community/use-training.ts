// Training mode of a community: whether the bot sends its answers, or drafts them for staff.

import { createConnectQueryKey, useMutation } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { toastFailure } from "../../forms/toast-error";
import { CommunityAdminService } from "../../gen/parlor/v1/community_admin_service_pb";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";
import { toast } from "../../ui";
import { trainingLabels } from "./training-labels";
import { useStoreCommunity } from "./use-store-community";

/** "residents of 42 units"; "all residents" if the number of units is unknown. */
export function residentsLabel({ units }: Pick<TextCommunity, "units">): string {
  if (units === 0) return trainingLabels.allResidents;
  return trainingLabels.residents(units);
}

/** Describes what training mode does, and for how many residents. */
export function trainingText(community: Pick<TextCommunity, "units">, on: boolean): string {
  return on
    ? trainingLabels.teamAnswers(residentsLabel(community))
    : trainingLabels.botAnswers(residentsLabel(community));
}

/** Returns a function that refreshes the lists of communities. */
function useRefreshLists() {
  const client = useQueryClient();
  const lists = [CommunityAdminService, CommunityService.method.listTurboCommunities];
  return () =>
    Promise.all(
      lists.map((schema) =>
        client.invalidateQueries({
          queryKey: createConnectQueryKey({ schema, cardinality: undefined } as never),
        }),
      ),
    );
}

/** Turns training on or off immediately, with undo. `on` is the value that was last chosen. */
export function useTraining(community: TextCommunity) {
  const { id } = community;
  const store = useStoreCommunity(id);
  const refreshLists = useRefreshLists();
  const change = useMutation(CommunityService.method.setTraining, {
    onSuccess: ({ textCommunity }) => {
      store(textCommunity);
      // The chosen value is shown until the lists show it.
      return refreshLists();
    },
    onError: (error) => toastFailure(trainingLabels.failed, error),
  });
  const set = (isTraining: boolean, isUndo = false) =>
    change.mutate(
      { id, isTraining },
      {
        onSuccess: () => {
          if (isUndo) return;
          toast.undo({
            title: trainingLabels.changed(isTraining, community.label),
            text: trainingText(community, isTraining),
            onUndo: () => set(!isTraining, true),
          });
        },
      },
    );
  const chosen = change.isPending ? change.variables?.isTraining : undefined;
  return { on: chosen ?? community.isTraining, set: (isTraining: boolean) => set(isTraining) };
}
