import { SegmentedControl } from "../../ui";
import { ChatsTab } from "./chats-tab";
import { labels } from "./labels";
import { SettingsTab } from "./settings-tab";
import { tabState, useWebChatUrlState, type WebChatUrlState } from "./url-state";
import "./web-chat.css";

const tabs = [
  { value: "settings", label: labels.settings },
  { value: "chats", label: labels.chats },
];

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
      <Tab urlState={urlState} setUrlState={setUrlState} />
    </>
  );
}
