import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Button, EmptyState } from "../../ui";
import { screenRule } from "../session/screen-access";
import { useSession } from "../session/session";
import { labels } from "./labels";

/** Empty state for a user without communities. Links administrators to the community settings. */
export function NoCommunity({ children }: { children?: ReactNode }) {
  const { may } = useSession();
  const navigate = useNavigate();
  const canCreate = may(Screen.ADMIN);
  const communities = `${screenRule(Screen.ADMIN).path}?section=communities`;
  return (
    <div className="turbo__state">
      <EmptyState
        title={labels.noCommunity}
        text={canCreate ? labels.createHint : labels.assignHint}
        action={
          canCreate ? (
            <Button onPress={() => navigate(communities)}>{labels.openCommunities}</Button>
          ) : (
            children
          )
        }
      />
    </div>
  );
}
