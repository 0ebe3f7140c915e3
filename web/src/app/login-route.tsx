import { useState } from "react";
import LoginPage from "../features/login/page";
import { sessionEnd } from "../rpc/session";
import { rememberedPath, screenOfPath } from "./paths";
import { titleOf } from "./screens";

export default function LoginRoute() {
  const [returnTo] = useState(() => {
    const screen = screenOfPath(rememberedPath() ?? "");
    return screen === undefined ? undefined : titleOf(screen);
  });
  const [lost] = useState(() => sessionEnd() === "lost");
  return <LoginPage lost={lost} returnTo={returnTo} />;
}
