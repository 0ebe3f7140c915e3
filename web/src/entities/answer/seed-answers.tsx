import { useMutation } from "@connectrpc/connect-query";
import { useState } from "react";
import { isResultLost } from "../../api/result-lost";
import { toastError } from "../../forms/toast-error";
import { Catalog } from "../../gen/parlor/v1/catalog_pb";
import { KnowledgeService } from "../../gen/parlor/v1/knowledge_service_pb";
import { Button, Select, toast } from "../../ui";
import { labels } from "./labels";
import { useRefreshAnswers } from "./queries";
import { useOfferUndo } from "./undo-changes";

/** The catalogs, with a description of each. */
export const catalogOptions = [
  { value: `${Catalog.FINE}`, label: labels.detailedAbout250SingleQuestions },
  { value: `${Catalog.MERGED}`, label: labels.mergedAbout70BroadQuestions },
  { value: `${Catalog.COMPANY}`, label: labels.companyAbout40QuestionsAbout },
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
      if (added === 0) return toast.info(`${label} already has all of these questions.`);
      const words =
        added === 1 ? "1 question waits" : `${added.toLocaleString("en")} questions wait`;
      offerUndo({
        communityId: id,
        changes,
        done: `${words} for an answer in ${label}.`,
        back: `${label} is without these questions again.`,
      });
    },
    onSettled: () => refresh(id),
  });
  return (
    <div className="row row--wrap">
      <div className="row__grow">
        <Select
          label={labels.catalog}
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
        {labels.addQuestions}
      </Button>
    </div>
  );
}
