import { useEffect, useState } from "react";
import { hasNewVersion, watchForNewVersion } from "../../lib/new-version";
import { Button, Icon } from "../../ui";

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
            <span className="strong">A new version is ready.</span> Your work is saved.
          </p>
          <Button size="small" onPress={() => window.location.reload()}>
            Update now
          </Button>
          <Button variant="quiet" size="small" onPress={() => setLater(true)}>
            Later
          </Button>
        </div>
      ) : null}
    </div>
  );
}
