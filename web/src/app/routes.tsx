// All routes, from the contract's table of screens.

import { type ComponentType, Suspense } from "react";
import { Route, Routes, useLocation } from "react-router";
import { type KnownScreen, screenRule, screens } from "../entities/session/screen-access";
import { useSession } from "../entities/session/session";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { lazyWithReload } from "../lib/lazy";
import { DocumentTitle } from "./document-title";
import { FrameSkeleton } from "./frame/frame-skeleton";
import { NotFound } from "./not-found";
import { Redirect } from "./redirect";
import { RequireSession } from "./require-session";
import { type Arrival, RequireSignedOut } from "./require-signed-out";
import { homeScreen, screenPath, screenTitle } from "./screens";

const Frame = lazyWithReload(() => import("./frame/frame"));
const TestWindow = lazyWithReload(() => import("./test-phone-route"));

/** The page of each screen. */
const pages: Record<KnownScreen, ComponentType> = {
  [Screen.LOGIN]: lazyWithReload(() => import("./login-route")),
  [Screen.RESET_PASSWORD]: lazyWithReload(() => import("./reset-route")),
  [Screen.WORK_ORDER]: lazyWithReload(() => import("./work-order-route")),
  [Screen.OAUTH]: lazyWithReload(() => import("./oauth-route")),
  [Screen.ANSWERS]: lazyWithReload(() => import("./answers-route")),
  [Screen.TURBO]: lazyWithReload(() => import("./turbo-route")),
  [Screen.ESCALATIONS]: lazyWithReload(() => import("../features/escalations/page")),
  [Screen.MESSAGES]: lazyWithReload(() => import("../features/conversations/page")),
  [Screen.KNOWLEDGE_BASE_MANAGEMENT]: lazyWithReload(() => import("../features/catalog/page")),
  [Screen.ADMIN]: lazyWithReload(() => import("../features/admin/page")),
  [Screen.OMNICHANNEL]: lazyWithReload(() => import("../features/inbox/page")),
  [Screen.WEB_CHAT]: lazyWithReload(() => import("../features/web-chat/page")),
  [Screen.EMAIL]: lazyWithReload(() => import("../features/email/page")),
  [Screen.TEXT_BLAST]: lazyWithReload(() => import("../features/blasts/page")),
  [Screen.WRITING_ASSISTANT]: lazyWithReload(() => import("../features/writing-assistant/page")),
  [Screen.ASSISTANTS]: lazyWithReload(() => import("../features/assistants/page")),
  [Screen.SERVICE_REQUEST_MAIN]: lazyWithReload(
    () => import("../features/service-requests/list/page"),
  ),
  [Screen.SERVICE_REQUEST_CREATE]: lazyWithReload(
    () => import("../features/service-requests/create/page"),
  ),
  [Screen.SERVICE_REQUEST]: lazyWithReload(
    () => import("../features/service-requests/detail/page"),
  ),
  [Screen.SERVICE_REQUEST_PENDING]: lazyWithReload(
    () => import("../features/service-requests/pending/page"),
  ),
  [Screen.SERVICE_REQUEST_APPROVED]: lazyWithReload(
    () => import("../features/service-requests/approved/page"),
  ),
  [Screen.SERVICE_REQUEST_MAIN_UPDATED]: lazyWithReload(
    () => import("../features/service-requests/board/page"),
  ),
  [Screen.REPORTING]: lazyWithReload(() => import("../features/reporting/page")),
  [Screen.TEST_WINDOW]: TestWindow,
  [Screen.HIDDEN_ANSWERS]: TestWindow,
  [Screen.PLAYGROUND]: lazyWithReload(() => import("../features/playground/page")),
  [Screen.PROFILE]: lazyWithReload(() => import("./profile-route")),
};

function PublicPage({ screen }: { screen: KnownScreen }) {
  const Page = pages[screen];
  return (
    <>
      <DocumentTitle title={screenTitle(screen)} />
      <Page />
    </>
  );
}

/** A path whose screens the user may not open looks like one that doesn't exist. */
function PrivatePage({ path }: { path: string }) {
  const { may, entitlements } = useSession();
  const arrival = useLocation().state as Arrival | null;
  const screen = screensAt(path).find(may);
  if (screen === undefined) return arrival?.returned ? <Redirect to="/" /> : <NotFound />;
  const Page = pages[screen];
  const page = (
    <>
      <DocumentTitle title={screenTitle(screen, entitlements)} />
      <Page />
    </>
  );
  return screenRule(screen).bare ? page : <Frame screen={screen}>{page}</Frame>;
}

function Home() {
  const { entitlements } = useSession();
  return <Redirect to={screenPath(homeScreen(entitlements))} />;
}

/** Vendors have no account. Staff may open their links too. */
const openToAll: readonly KnownScreen[] = [Screen.WORK_ORDER];

function pathsOf(screen: KnownScreen): readonly string[] {
  return [screenRule(screen).path, ...screenRule(screen).morePaths];
}

/** Returns the screens at a path, of which a user may open at most one. */
function screensAt(path: string): KnownScreen[] {
  return screens.filter((screen) => pathsOf(screen).includes(path));
}

const publicRoutes = screens
  .filter((screen) => screenRule(screen).public)
  .flatMap((screen) => pathsOf(screen).map((path) => ({ screen, path })));

const privatePaths = [
  ...new Set(screens.filter((screen) => !screenRule(screen).public).flatMap(pathsOf)),
];

export function AppRoutes() {
  return (
    <Suspense fallback={<FrameSkeleton />}>
      <Routes>
        <Route element={<RequireSignedOut />}>
          {publicRoutes
            .filter(({ screen }) => !openToAll.includes(screen))
            .map(({ screen, path }) => (
              <Route key={path} path={path} element={<PublicPage screen={screen} />} />
            ))}
        </Route>
        {publicRoutes
          .filter(({ screen }) => openToAll.includes(screen))
          .map(({ screen, path }) => (
            <Route key={path} path={path} element={<PublicPage screen={screen} />} />
          ))}
        <Route element={<RequireSession />}>
          <Route path="/" element={<Home />} />
          {privatePaths.map((path) => (
            <Route key={path} path={path} element={<PrivatePage path={path} />} />
          ))}
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
