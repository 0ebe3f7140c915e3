import { Suspense } from "react";
import { lazyWithReload } from "../../lib/lazy";
import { SegmentedControl } from "../../ui";
import { TwoPaneSkeleton } from "../../ui/two-pane";
import { chatLabels, labels, siteLabels } from "./labels";
import { tabState, useWebChatUrlState, type WebChatUrlState } from "./url-state";
import "./web-chat.css";

const tabs = [
  { value: "settings", label: labels.settings },
  { value: "chats", label: labels.chats },
];

const SettingsTab = lazyWithReload(() => import("./settings-tab"));
const ChatsTab = lazyWithReload(() => import("./chats-tab"));

/** The chats on communities' websites: their settings, and what visitors wrote. */
export default function WebChatPage() {
  const [urlState, setUrlState] = useWebChatUrlState();
  const Tab = urlState.tab === "chats" ? ChatsTab : SettingsTab;
  return (
    <>
      <div className="screen-head">
        <h1 className="screen-title">{labels.title}</h1>
        <SegmentedControl
          label={labels.show}
          value={urlState.tab}
          onChange={(tab) => setUrlState(tabState(tab as WebChatUrlState["tab"]))}
          options={tabs}
        />
      </div>
      <Suspense key={urlState.tab} fallback={<TabSkeleton {...urlState} />}>
        <Tab urlState={urlState} setUrlState={setUrlState} />
      </Suspense>
    </>
  );
}

function TabSkeleton({ tab }: Pick<WebChatUrlState, "tab">) {
  return (
    <div className="desk" data-view="list" aria-busy="true">
      <section className="desk__list">
        <TwoPaneSkeleton label={tab === "chats" ? chatLabels.loading : siteLabels.loading} />
      </section>
      <div className="desk__detail" />
    </div>
  );
}
