import { Suspense, useRef, useState } from "react";
import { useShortcuts } from "../../entities/shortcut/use-shortcuts";
import { lazyWithReload } from "../../lib/lazy";
import { useDebounced } from "../../lib/use-debounced";
import { useMedia } from "../../lib/use-media";
import { KeyCap, SegmentedControl } from "../../ui";
import { BrokenChannels } from "./channel-health";
import { Filters } from "./filters";
import { type DialogName, HeadActions } from "./head-actions";
import "./inbox.css";
import { ItemList } from "./item-list";
import { keyHints, labels, stateLabels } from "./labels";
import { useInboxCounts, useInboxItems } from "./queries";
import { itemId, itemPlace, nothingOpen, type StateName, useInboxUrlState } from "./url-state";

// Loads in parallel with the list, and doesn't delay the screen.
const detailModule = import("./detail");
// The component that renders it handles a failed load.
detailModule.catch(() => undefined);
const Detail = lazyWithReload(() => detailModule);

/** Loaded when it is opened. */
const CannedReplyDialog = lazyWithReload(() => import("./canned-reply-dialog"));
const ChannelDialog = lazyWithReload(() => import("./channel-dialog"));
const RoutingDialog = lazyWithReload(() => import("./routing-dialog"));

const searchDelay = 250;
const stateNames = Object.keys(stateLabels) as StateName[];

/** The inbox: texts, emails and web chats in one list, the selected one, and its person. */
export default function InboxPage() {
  const [urlState, setUrlState] = useInboxUrlState();
  const [dialog, setDialog] = useState<DialogName>();
  const narrow = useMedia("(max-width: 760px)");
  const words = useDebounced(urlState.words, searchDelay);
  const query = useInboxItems(urlState, words);
  const counts = useInboxCounts(urlState.community).data;
  const search = useRef<HTMLInputElement>(null);

  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const chosen = urlState.text || urlState.email || urlState.chat;
  // A wide window always shows a conversation; a narrow one shows the list first.
  const first = narrow ? undefined : items[0];
  const { text, email, chat } = !chosen && first ? itemPlace(first) : urlState;
  const selected = text || email || chat;
  const walk = (step: number) => {
    const at = items.findIndex((item) => itemId(item) === selected);
    const next = items[at < 0 ? 0 : at + step];
    if (next) setUrlState(itemPlace(next), true);
  };
  useShortcuts("inbox", {
    j: () => walk(1),
    k: () => walk(-1),
    "/": () => search.current?.focus(),
  });
  const manage = () => setDialog("replies");
  const close = () => setDialog(undefined);

  return (
    <>
      <ScreenHead
        state={urlState.state}
        onChange={(state) => setUrlState({ ...nothingOpen, state })}
        onOpen={setDialog}
      />
      <BrokenChannels onOpen={() => setDialog("channels")} />
      <div
        className="inbox"
        data-view={urlState.person && chosen ? "person" : chosen ? "detail" : "list"}
      >
        <section className="desk__list" aria-label={labels.list} aria-busy={query.isPending}>
          <Filters
            urlState={urlState}
            counts={counts}
            searchRef={search}
            onType={(text) => setUrlState({ ...nothingOpen, words: text.trim() }, true)}
            onChange={(change) => setUrlState({ ...nothingOpen, ...change })}
          />
          <ItemList
            query={query}
            items={items}
            selected={selected}
            urlState={urlState}
            setUrlState={setUrlState}
          />
          <p className="desk__hint only-desk">
            <KeyCap>J</KeyCap>
            <KeyCap>K</KeyCap> {keyHints.nextPrevious}
            <span className="row__grow" />
            <KeyCap>R</KeyCap> {keyHints.reply}
            <KeyCap>E</KeyCap> {keyHints.resolve}
          </p>
        </section>
        <Suspense fallback={<article className="desk__detail" aria-busy="true" />}>
          <Detail
            text={text}
            email={email}
            chat={chat}
            isChosen={chosen !== ""}
            loading={query.isPending}
            words={words}
            urlState={urlState}
            onLeave={() => setUrlState(nothingOpen)}
            onPerson={(isShown) => setUrlState({ person: isShown ? "1" : "" })}
            onManage={manage}
          />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {dialog === "replies" ? <CannedReplyDialog onClose={close} /> : null}
        {dialog === "channels" ? <ChannelDialog onClose={close} /> : null}
        {dialog === "routing" ? <RoutingDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}

type ScreenHeadProps = {
  state: StateName;
  onChange: (state: StateName) => void;
  onOpen: (dialog: DialogName) => void;
};

/** The choice of the state, and the dialogs. */
function ScreenHead({ state, onChange, onOpen }: ScreenHeadProps) {
  return (
    <div className="screen-head">
      <h1 className="screen-title">{labels.title}</h1>
      <SegmentedControl
        label={labels.show}
        value={state}
        onChange={(next) => onChange(next as StateName)}
        options={stateNames.map((value) => ({ value, label: stateLabels[value] }))}
      />
      <span className="screen-head__grow" />
      <HeadActions onOpen={onOpen} />
    </div>
  );
}
