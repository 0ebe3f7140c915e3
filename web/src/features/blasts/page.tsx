import { isRestricted, screenRule } from "../../entities/session/screen-access";
import { useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { BlastList } from "./list/blast-list";
import { OpenBlast } from "./open-blast";
import { useBlastsUrlState } from "./url-state";

/** Text blasts: the list, or the open blast. */
export default function BlastsPage() {
  const [urlState, setUrlState] = useBlastsUrlState();
  const { entitlements } = useSession();
  const rule = screenRule(Screen.TEXT_BLAST);
  const title = (isRestricted(entitlements) && rule.restrictedTitle) || rule.title;
  if (urlState.blast) {
    return <OpenBlast key={urlState.blast} urlState={urlState} setUrlState={setUrlState} />;
  }
  return <BlastList title={title} urlState={urlState} setUrlState={setUrlState} />;
}
