import { useEffect, useState } from "react";
import { hasNewVersion, watchForNewVersion } from "../../lib/new-version";
import { Button, Icon } from "../../ui";
import { newVersionLabels } from "./new-version-labels";

/** Offers to reload the page once the server has a newer build. */
export default function NewVersion() {
  const [ready, setReady] = useState(false);
  const [later, setLater] = useState(false);
  useEffect(() => watchForNewVersion(hasNewVersion, () => setReady(true)), []);
  return (
    <div role="status">
      {ready && !later ? (
        <div className="frame-news">
          <Icon name="info" size="small" />
          <p>
            <span className="strong">{newVersionLabels.ready}</span> {newVersionLabels.workSaved}
          </p>
          <Button size="small" onPress={() => window.location.reload()}>
            {newVersionLabels.update}
          </Button>
          <Button variant="quiet" size="small" onPress={() => setLater(true)}>
            {newVersionLabels.later}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
