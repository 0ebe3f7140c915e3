import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import AskPage from "../features/login/ask-page";
import SetPasswordPage from "../features/login/set-password-page";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { createQueryClient } from "../rpc/query";
import { pathOf } from "./screens";

export default function ResetRoute() {
  const { token } = useParams();
  const [client] = useState(createQueryClient);
  const loginPath = pathOf(Screen.LOGIN);
  if (!token) return <AskPage loginPath={loginPath} />;
  return (
    <QueryClientProvider client={client}>
      <SetPasswordPage key={token} token={token} loginPath={loginPath} />
    </QueryClientProvider>
  );
}
