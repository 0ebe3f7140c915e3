import { useTransport } from "@connectrpc/connect-query";
import { useLocation } from "react-router";
import OAuthPage from "../features/oauth/page";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { logOut } from "./log-out";
import { screenPath } from "./screens";

export default function OAuthRoute() {
  const transport = useTransport();
  const { pathname, search } = useLocation();
  const onSwitch = () => logOut(transport, pathname + search);
  return <OAuthPage onSwitch={onSwitch} profilePath={screenPath(Screen.PROFILE)} />;
}
