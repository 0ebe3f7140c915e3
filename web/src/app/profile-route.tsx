import { useTransport } from "@connectrpc/connect-query";
import { useLocation } from "react-router";
import ProfilePage from "../features/profile/page";
import { logOut } from "./leave";

export default function ProfileRoute() {
  const transport = useTransport();
  const { key } = useLocation();
  return <ProfilePage onLogOut={() => logOut(transport, key)} />;
}
