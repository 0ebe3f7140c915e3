import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Button, EmptyState } from "../../ui";
import { screenRule } from "../session/screen-access";
import { useSession } from "../session/session";

/** Empty state for a user without communities. Links administrators to the community settings. */
export function NoCommunity({ children }: { children?: ReactNode }) {
  const { may } = useSession();
  const navigate = useNavigate();
  const canCreate = may(Screen.ADMIN);
  const communities = `${screenRule(Screen.ADMIN).path}?section=communities`;
  return (
    <div className="turbo__face">
      <EmptyState
        title="No community yet"
        text={
          canCreate
            ? "A community has a number that residents text, and its own answers. Create the first one, or assign yourself to one, in Admin."
            : "An administrator of your company can assign communities to you."
        }
        action={
          canCreate ? (
            <Button onPress={() => navigate(communities)}>Open communities</Button>
          ) : (
            children
          )
        }
      />
    </div>
  );
}
