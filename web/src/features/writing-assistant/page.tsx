import { DraftHistory } from "../../entities/draft/draft-history";
import { DraftView } from "../../entities/draft/draft-view";
import { useDraft } from "../../entities/draft/queries";
import { SharedInputs } from "../../entities/draft/shared-inputs";
import { useSession } from "../../entities/session/session";
import { DraftKind } from "../../gen/parlor/v1/draft_pb";
import { textCodec, useUrlState } from "../../lib/use-url-state";
import { Button, EmptyState } from "../../ui";
import { toFacts } from "./brief";
import { BriefForm } from "./brief-form";
import { labels } from "./labels";
import "./writing-assistant.css";

const kinds = [DraftKind.WRITING];
const codec = textCodec("draft", "drafts");
/** Value of `drafts` for the drafts that are shared with the company. */
const shared = "shared";
const toHref = ({ id }: { id: string }) => `?draft=${id}`;
const toSharedHref = ({ id }: { id: string }) => `?draft=${id}&drafts=${shared}`;

/** Drafts texts from notes: the inputs, the text and its evidence. */
export default function WritingAssistantPage() {
  const [{ draft: id, drafts }, setUrlState] = useUrlState(codec);
  const communities = useSession().user.textCommunitiesMapping;
  const { draft } = useDraft(id);
  const open = (next: string) => setUrlState({ draft: next });
  const openOwn = (next: string) => setUrlState({ draft: next, drafts: "" });
  const isShared = drafts === shared;
  const isReady = id === "" || draft !== undefined;
  return (
    <div className="writer">
      <h1 className="visually-hidden">{labels.title}</h1>
      <div className="brief">
        {id ? (
          <Button size="small" icon="plus" onPress={() => open("")}>
            {labels.newDraft}
          </Button>
        ) : null}
        {draft && !draft.isOwn ? (
          <SharedInputs draft={draft} communities={communities} inputs={toFacts(draft.inputs)} />
        ) : null}
        {isReady && draft?.isOwn !== false ? (
          <BriefForm
            key={`${id} ${communities.length > 0}`}
            draft={draft}
            communities={communities}
            onCreated={openOwn}
          />
        ) : null}
        <DraftHistory
          labels={labels.history}
          kinds={kinds}
          isShared={isShared}
          onShared={(next) => setUrlState({ drafts: next ? shared : "" })}
          selected={id}
          toHref={isShared ? toSharedHref : toHref}
        />
      </div>
      {id ? (
        <DraftView key={id} id={id} onDeleted={() => open("")} onCopied={openOwn} />
      ) : (
        <div className="desk-top desk-top--alone">
          <EmptyState title={labels.emptyTitle} text={labels.emptyText} />
        </div>
      )}
    </div>
  );
}
