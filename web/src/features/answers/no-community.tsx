import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { ruleOf } from "../../rpc/access";
import { useCurrent } from "../../rpc/current";
import { Button, EmptyFace } from "../../ui";

/** Nobody gave this person a community: who can, and where. */
export function NoCommunity({ children }: { children?: ReactNode }) {
  const { may } = useCurrent();
  const navigate = useNavigate();
  const makes = may(Screen.ADMIN);
  const communities = `${ruleOf(Screen.ADMIN).path}?section=communities`;
  return (
    <div className="turbo__face">
      <EmptyFace
        title="No community yet"
        text={
          makes
            ? "A community has a number that residents text, and answers of its own. Make the first one, or assign yourself to it, in the administration."
            : "An administrator of your company can assign communities to you. They appear here then."
        }
        action={
          makes ? (
            <Button onPress={() => navigate(communities)}>Open the communities</Button>
          ) : (
            children
          )
        }
      />
    </div>
  );
}
