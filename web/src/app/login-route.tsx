import { useState } from "react";
import LoginPage from "../features/login/page";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { sessionEnd } from "../rpc/session";
import { rememberedPath, screenOfPath } from "./paths";
import { pathOf, titleOf } from "./screens";

export default function LoginRoute() {
  const [returnTo] = useState(() => {
    const screen = screenOfPath(rememberedPath() ?? "");
    return screen === undefined ? undefined : titleOf(screen);
  });
  const [lost] = useState(() => sessionEnd() === "lost");
  const resetPath = pathOf(Screen.RESET_PASSWORD);
  return <LoginPage lost={lost} returnTo={returnTo} resetPath={resetPath} />;
}
