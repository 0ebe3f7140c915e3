import { useTransport } from "@connectrpc/connect-query";
import ProfilePage from "../features/profile/page";
import { logOut } from "./log-out";

export default function ProfileRoute() {
  const transport = useTransport();
  return <ProfilePage onLogOut={() => logOut(transport)} />;
}
