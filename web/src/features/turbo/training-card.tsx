import { create } from "@bufbuild/protobuf";
import { createConnectQueryKey, useMutation, useTransport } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { toProblem } from "../../api/problem";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import {
  CommunityService,
  GetCommunityResponseSchema,
} from "../../gen/parlor/v1/community_service_pb";
import { Switch, toast } from "../../ui";

/** Shown at once as asked; on a refusal it is again what it was. */
function useTraining(community: TextCommunity) {
  const client = useQueryClient();
  const transport = useTransport();
  const one = CommunityService.method.getCommunity;
  const change = useMutation(CommunityService.method.setTraining, {
    onSuccess: async ({ textCommunity }) => {
      if (!textCommunity) return;
      const key = { schema: one, input: { id: community.id }, transport };
      client.setQueryData(createConnectQueryKey({ ...key, cardinality: "finite" }), (before) =>
        create(GetCommunityResponseSchema, { ...before, textCommunity }),
      );
      await client.invalidateQueries({
        queryKey: createConnectQueryKey({
          schema: CommunityService.method.listTurboCommunities,
          cardinality: undefined,
        }),
      });
    },
    onError: (error) => {
      const { title, text } = toProblem(error);
      toast.error({ title: "Training wasn't changed.", text: `${title} ${text}` });
    },
  });
  const asked = change.isPending ? change.variables?.isTraining : undefined;
  return {
    on: asked ?? community.isTraining,
    set: (isTraining: boolean) => change.mutate({ id: community.id, isTraining }),
  };
}

/** Whether the bot sends, or drafts for the team. */
export default function TrainingCard({ community }: { community: TextCommunity }) {
  const training = useTraining(community);
  return (
    <section className="panel panel__body stack turbo__training" aria-label="Training">
      <div className="row row--between">
        <h2 className="group-title">Training</h2>
        <Switch label="Training" hideLabel isSelected={training.on} onChange={training.set} />
      </div>
      <p className="small secondary">
        {training.on
          ? "The bot only drafts. Every question goes to Escalations, with a suggested answer if there is one."
          : "The bot answers when it's confident. Everything else goes to Escalations."}
      </p>
      <p className="caption">{training.on ? "Your team sends" : "The bot sends"}</p>
    </section>
  );
}
