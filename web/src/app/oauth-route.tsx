import { useTransport } from "@connectrpc/connect-query";
import OAuthPage from "../features/oauth/page";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { logOut } from "./leave";
import { pathOf } from "./screens";

export default function OAuthRoute() {
  const transport = useTransport();
  // Logging out from no place at all: this one is remembered, to come back to it.
  return <OAuthPage onSwitch={() => logOut(transport, "")} profilePath={pathOf(Screen.PROFILE)} />;
}
