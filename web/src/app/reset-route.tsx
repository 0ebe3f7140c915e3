import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { createQueryClient } from "../api/query-client";
import RequestLinkPage from "../features/login/request-link-page";
import SetPasswordPage from "../features/login/set-password-page";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { screenPath } from "./screens";

export default function ResetRoute() {
  const { token } = useParams();
  const [client] = useState(createQueryClient);
  const loginPath = screenPath(Screen.LOGIN);
  if (!token) return <RequestLinkPage loginPath={loginPath} />;
  return (
    <QueryClientProvider client={client}>
      <SetPasswordPage key={token} token={token} loginPath={loginPath} />
    </QueryClientProvider>
  );
}
