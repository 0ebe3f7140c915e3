import { DraftDesk } from "../../entities/draft/draft-desk";
import { DraftHistory } from "../../entities/draft/draft-history";
import { useDraft } from "../../entities/draft/queries";
import { useSession } from "../../entities/session/session";
import { DraftKind } from "../../gen/parlor/v1/draft_pb";
import { textCodec, useUrlState } from "../../lib/use-url-state";
import { Button, EmptyState } from "../../ui";
import { BriefForm } from "./brief-form";
import { labels } from "./labels";
import "./writing-assistant.css";

const kinds = [DraftKind.WRITING];
const codec = textCodec("draft");
const toHref = ({ id }: { id: string }) => `?draft=${id}`;

/** Drafts texts from notes: the inputs, the text and its evidence. */
export default function WritingAssistantPage() {
  const [{ draft: id }, setUrlState] = useUrlState(codec);
  const communities = useSession().user.textCommunitiesMapping;
  const draft = useDraft(id).data?.draft;
  const open = (next: string) => setUrlState({ draft: next });
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
        {isReady ? (
          <BriefForm
            key={`${id} ${communities.length > 0}`}
            draft={draft}
            communities={communities}
            onCreated={open}
          />
        ) : null}
        <DraftHistory
          title={labels.history}
          none={labels.noHistory}
          more={labels.more}
          kinds={kinds}
          selected={id}
          toHref={toHref}
        />
      </div>
      {id ? (
        <DraftDesk key={id} id={id} onDeleted={() => open("")} />
      ) : (
        <div className="desk-top desk-top--alone">
          <EmptyState title={labels.emptyTitle} text={labels.emptyText} />
        </div>
      )}
    </div>
  );
}
