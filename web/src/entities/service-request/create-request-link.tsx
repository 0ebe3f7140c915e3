import { Link } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Icon } from "../../ui";
import { screenRule } from "../session/screen-access";
import { useSession } from "../session/session";
import { createLinkLabels } from "./create-link-labels";
import "./service-request.css";

type Props = {
  /** What the new request is prefilled from. */
  from: "escalation" | "conversation";
  id: string;
};

/**
 * Link to a new request with text and contact prefilled. Hidden from users who can't create one.
 */
export function CreateRequestLink({ from, id }: Props) {
  const { may } = useSession();
  if (!may(Screen.SERVICE_REQUEST_CREATE)) return null;
  const { path } = screenRule(Screen.SERVICE_REQUEST_CREATE);
  return (
    <Link
      className="button button--small create-request"
      to={`${path}?${from}=${encodeURIComponent(id)}`}
      title={createLinkLabels.hint}
    >
      <Icon name="wrench" size="small" />
      <span className="create-request__label">{createLinkLabels.create}</span>
    </Link>
  );
}
