import { useState } from "react";
import { sessionEnd } from "../api/session-token";
import LoginPage from "../features/login/page";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { rememberedPath, toScreen } from "./remembered-path";
import { screenPath, screenTitle } from "./screens";

export default function LoginRoute() {
  const [returnTo] = useState(() => {
    const screen = toScreen(rememberedPath() ?? "");
    return screen === undefined ? undefined : screenTitle(screen);
  });
  const [lost] = useState(() => sessionEnd() === "lost");
  const resetPath = screenPath(Screen.RESET_PASSWORD);
  return <LoginPage lost={lost} returnTo={returnTo} resetPath={resetPath} />;
}
