// Every route, from the contract's table of screens.

import { type ComponentType, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { part } from "../lib/load";
import { ruleOf } from "../rpc/access";
import { useCurrent } from "../rpc/current";
import { FrameSkeleton } from "./frame/frame-skeleton";
import { NotFound } from "./not-found";
import { type Built, built, hidesAnswers, homeOf, pathOf, titleOf } from "./screens";
import { SignedIn } from "./signed-in";
import { Titled } from "./titled";
import { type Arrival, Visitor } from "./visitor";

const Frame = part(() => import("./frame/frame"));
const TestWindow = part(() => import("../features/answers/test-window-page"));

/** Every screen that is not in `notYetBuilt` has its page here. */
const pages: Record<Built, ComponentType> = {
  [Screen.LOGIN]: part(() => import("./login-route")),
  [Screen.RESET_PASSWORD]: part(() => import("./reset-route")),
  [Screen.OAUTH]: part(() => import("./oauth-route")),
  [Screen.ANSWERS]: part(() => import("../features/answers/knowledge-page")),
  [Screen.TURBO]: part(() => import("../features/answers/turbo-page")),
  [Screen.ESCALATIONS]: part(() => import("../features/escalations/page")),
  [Screen.MESSAGES]: part(() => import("../features/conversations/page")),
  [Screen.KNOWLEDGE_BASE_MANAGEMENT]: part(() => import("../features/catalogues/page")),
  [Screen.ADMIN]: part(() => import("../features/admin/page")),
  [Screen.TEST_WINDOW]: TestWindow,
  [Screen.PLAYGROUND]: part(() => import("../features/answers/playground/page")),
  [Screen.PROFILE]: part(() => import("./profile-route")),
};

function PublicPage({ screen }: { screen: Built }) {
  const Page = pages[screen];
  return (
    <>
      <Titled title={titleOf(screen)} />
      <Page />
    </>
  );
}

/** A screen that is not for this person looks like one that does not exist. */
function PrivatePage({ screen }: { screen: Built }) {
  const { may, standing } = useCurrent();
  const arrival = useLocation().state as Arrival | null;
  if (!may(screen)) return arrival?.returned ? <Navigate to="/" replace /> : <NotFound />;
  const Page = screen === Screen.ANSWERS && hidesAnswers(standing) ? TestWindow : pages[screen];
  const page = (
    <>
      <Titled title={titleOf(screen, standing)} />
      <Page />
    </>
  );
  return ruleOf(screen).bare ? page : <Frame screen={screen}>{page}</Frame>;
}

function Home() {
  const { standing } = useCurrent();
  return <Navigate to={pathOf(homeOf(standing))} replace />;
}

function routesOf(open: boolean) {
  return built
    .filter((screen) => ruleOf(screen).public === open)
    .flatMap((screen) =>
      [ruleOf(screen).path, ...ruleOf(screen).morePaths].map((path) => ({ screen, path })),
    );
}

export function AppRoutes() {
  return (
    <Suspense fallback={<FrameSkeleton />}>
      <Routes>
        <Route element={<Visitor />}>
          {routesOf(true).map(({ screen, path }) => (
            <Route key={path} path={path} element={<PublicPage screen={screen} />} />
          ))}
        </Route>
        <Route element={<SignedIn />}>
          <Route path="/" element={<Home />} />
          {routesOf(false).map(({ screen, path }) => (
            <Route key={path} path={path} element={<PrivatePage screen={screen} />} />
          ))}
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
