import { Suspense, useState } from "react";
import { tell } from "../../forms/tell";
import type { GetCataloguesResponse } from "../../gen/parlor/v1/catalogue_service_pb";
import { part } from "../../lib/load";
import { Button } from "../../ui";
import type { Acts } from "./use-acts";
import type { Go, Place } from "./use-place";
import { count } from "./words";

const MergeDialog = part(() => import("./merge-dialog"));

type Props = { read: GetCataloguesResponse; place: Place; go: Go; acts: Acts };

/** What one does to several intents. */
export function ChosenBar({ read, place, go, acts }: Props) {
  const [merging, setMerging] = useState(false);
  const chosen = place.chosen
    .map((key) => read.intents.find((one) => one.key === key))
    .filter((one) => one !== undefined);
  const keys = chosen.map(({ key }) => key);
  const remove = () =>
    acts
      .edit({ remove: { keys } }, `${count(keys.length, "intent")} out of the draft.`)
      .then(() => go({ chosen: [], intent: "" }, true))
      .catch(tell);
  return (
    <div className="chosen-bar" role="status">
      <span className="row__grow strong">{keys.length} chosen</span>
      <Button variant="quiet" size="small" onPress={() => go({ chosen: [] }, true)}>
        Clear
      </Button>
      <Button size="small" isDisabled={acts.busy} onPress={() => void remove()}>
        Remove
      </Button>
      <Button
        size="small"
        variant="primary"
        isDisabled={keys.length < 2}
        onPress={() => setMerging(true)}
      >
        Merge
      </Button>
      {merging ? (
        <Suspense>
          <MergeDialog
            chosen={chosen}
            read={read}
            acts={acts}
            onClose={() => setMerging(false)}
            onDone={(intent) => {
              setMerging(false);
              go({ chosen: [], intent });
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
