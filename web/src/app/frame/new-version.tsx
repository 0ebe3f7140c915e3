import { useEffect, useState } from "react";
import { hasNewVersion, watchForNewVersion } from "../../lib/new-version";
import { Button, Icon } from "../../ui";
import { labels } from "./labels";

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
            <span className="strong">{labels.newVersionReady}</span> {labels.yourWorkIsSaved}
          </p>
          <Button size="small" onPress={() => window.location.reload()}>
            {labels.updateNow}
          </Button>
          <Button variant="quiet" size="small" onPress={() => setLater(true)}>
            {labels.later}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
