import { useMutation } from "@connectrpc/connect-query";
import { useState } from "react";
import { isResultLost } from "../../api/result-lost";
import { toastError } from "../../forms/toast-error";
import { Catalog } from "../../gen/parlor/v1/catalog_pb";
import { KnowledgeService } from "../../gen/parlor/v1/knowledge_service_pb";
import { Button, Select, toast } from "../../ui";

import { useRefreshAnswers } from "./queries";
import { seedLabels } from "./seed-labels";
import { useOfferUndo } from "./undo-changes";

/** The catalogs, with a description of each. */
export const catalogOptions = [
  { value: `${Catalog.FINE}`, label: seedLabels.detailed },
  { value: `${Catalog.MERGED}`, label: seedLabels.merged },
  { value: `${Catalog.COMPANY}`, label: seedLabels.company },
];

type Props = { community: { id: string; label: string }; start?: Catalog };

/** Adds a catalog's missing questions to a community. Existing answers stay unchanged. */
export function SeedAnswers({ community: { id, label }, start = Catalog.FINE }: Props) {
  const refresh = useRefreshAnswers();
  const [selected, setChosen] = useState<Catalog>(start);
  const offerUndo = useOfferUndo();
  const adding = useMutation(KnowledgeService.method.seedAnswersFromCatalog, {
    onError: toastError,
    onSuccess: (response) => {
      if (isResultLost(response)) return;
      const { added, changes } = response;
      if (added === 0) return toast.info(seedLabels.nothingMissing(label));
      offerUndo({
        communityId: id,
        changes,
        done: seedLabels.added(added, label),
        back: seedLabels.undone(label),
      });
    },
    onSettled: () => void refresh(id),
  });
  return (
    <div className="row row--wrap">
      <div className="row__grow">
        <Select
          label={seedLabels.catalog}
          hideLabel
          value={`${selected}`}
          onChange={(next) => setChosen(Number(next) as Catalog)}
          options={catalogOptions}
        />
      </div>
      <Button
        icon="plus"
        pending={adding.isPending}
        onPress={() => adding.mutate({ communityId: id, catalog: selected })}
      >
        {seedLabels.addQuestions}
      </Button>
    </div>
  );
}
