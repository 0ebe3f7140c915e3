import { createConnectQueryKey, useMutation } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Catalogue } from "../gen/parlor/v1/catalogue_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";
import { Button, Select, toast } from "../ui";
import { tell } from "./tell";
import { useOfferUndo } from "./undo-changes";

/** The catalogues, by what is in them. */
export const catalogueOptions = [
  { value: `${Catalogue.FINE}`, label: "Fine: about 250 single questions" },
  { value: `${Catalogue.MERGED}`, label: "Merged: about 70 broad questions" },
  { value: `${Catalogue.COMPANY}`, label: "Company: about 40 questions about yourselves" },
];

type Props = { community: { id: string; label: string }; start?: Catalogue };

/** Gives a community the questions of a catalogue that it lacks; what is there stays as it is. */
export function AddCatalogue({ community: { id, label }, start = Catalogue.FINE }: Props) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Catalogue>(start);
  const offerUndo = useOfferUndo();
  const adding = useMutation(KnowledgeService.method.addCatalogue, {
    onError: tell,
    onSuccess: ({ added, changes }) => {
      if (added === 0) return toast.info(`${label} has all of these questions already.`);
      const words =
        added === 1 ? "1 question waits" : `${added.toLocaleString("en")} questions wait`;
      offerUndo({
        communityId: id,
        changes,
        done: `${words} for an answer in ${label}.`,
        back: `${label} is without these questions again.`,
      });
    },
    onSettled: () =>
      client.invalidateQueries({
        queryKey: createConnectQueryKey({ schema: KnowledgeService, cardinality: undefined }),
      }),
  });
  return (
    <div className="row row--wrap">
      <div className="row__grow">
        <Select
          label="Catalogue"
          hideLabel
          value={`${chosen}`}
          onChange={(next) => setChosen(Number(next) as Catalogue)}
          options={catalogueOptions}
        />
      </div>
      <Button
        icon="plus"
        pending={adding.isPending}
        onPress={() => adding.mutate({ communityId: id, catalogue: chosen })}
      >
        Add its questions
      </Button>
    </div>
  );
}
