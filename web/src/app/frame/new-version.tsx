import { useEffect, useState } from "react";
import { isOtherBuild, watchBuild } from "../../lib/build";
import { Button, Icon } from "../../ui";

/** Offers the page anew once the server has another build than the one that runs here. */
export default function NewVersion() {
  const [ready, setReady] = useState(false);
  const [later, setLater] = useState(false);
  useEffect(() => watchBuild(isOtherBuild, () => setReady(true)), []);
  return (
    <div role="status">
      {ready && !later ? (
        <div className="frame-news">
          <Icon name="info" size="small" />
          <p>
            <span className="strong">A new version is ready.</span> What you wrote is kept.
          </p>
          <Button size="small" onPress={() => window.location.reload()}>
            Load it now
          </Button>
          <Button variant="quiet" size="small" onPress={() => setLater(true)}>
            Later
          </Button>
        </div>
      ) : null}
    </div>
  );
}
