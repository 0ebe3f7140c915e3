import { Link } from "react-router";
import { DraftHistory } from "../../entities/draft/draft-history";
import { DraftView } from "../../entities/draft/draft-view";
import { useDraft } from "../../entities/draft/queries";
import { SharedInputs } from "../../entities/draft/shared-inputs";
import { useSession } from "../../entities/session/session";
import type { DraftKind } from "../../gen/parlor/v1/draft_pb";
import { textCodec, useUrlState } from "../../lib/use-url-state";
import { Badge, Button, EmptyState, Icon } from "../../ui";
import "./assistants.css";
import { type Assistant, assistants, labels } from "./labels";
import { toFacts } from "./run-facts";
import { RunForm } from "./run-form";

const codec = textCodec("assistant", "draft", "runs");
/** Value of `runs` for the runs that are shared with the company. */
const shared = "shared";
const toHref = (run: { id: string; kind: DraftKind }) => `?assistant=${run.kind}&draft=${run.id}`;
const toSharedHref = (run: { id: string; kind: DraftKind }) => `${toHref(run)}&runs=${shared}`;

type ListProps = { available: readonly Assistant[]; selected: DraftKind };

function AssistantList({ available, selected }: ListProps) {
  return (
    <nav aria-label={labels.list}>
      <h1 className="screen-title assist__title">
        {labels.title} <Badge tone="outline">{labels.beta}</Badge>
      </h1>
      {available.map(({ kind, name, about, icon }) => (
        <Link
          key={kind}
          className="assistant-link"
          to={`?assistant=${kind}`}
          aria-current={kind === selected || undefined}
        >
          <span className="assistant-link__mark">
            <Icon name={icon} size="small" />
          </span>
          <span>
            <span className="assistant-link__name">{name}</span>
            <span className="caption">{about}</span>
          </span>
        </Link>
      ))}
    </nav>
  );
}

/** The company's assistants, each with its inputs, result and evidence. */
export default function AssistantsPage() {
  const [{ assistant: wanted, draft: id, runs }, setUrlState] = useUrlState(codec);
  const { entitlements, user } = useSession();
  const available = assistants.filter(({ option }) => entitlements.options.includes(option));
  const assistant = available.find(({ kind }) => String(kind) === wanted) ?? available[0];
  const { draft } = useDraft(id);
  const communities = user.textCommunitiesMapping;
  if (!assistant) return null;
  const { kind } = assistant;
  const open = (next: string) => setUrlState({ assistant: String(kind), draft: next });
  const openOwn = (next: string) => setUrlState({ assistant: String(kind), draft: next, runs: "" });
  const isShared = runs === shared;
  const isReady = id === "" || draft?.kind === kind;
  return (
    <div className="assist">
      <div className="assist__side">
        <AssistantList available={available} selected={kind} />
        <DraftHistory
          labels={labels.runs}
          kinds={[kind]}
          isShared={isShared}
          onShared={(next) => setUrlState({ runs: next ? shared : "" })}
          selected={id}
          toHref={isShared ? toSharedHref : toHref}
        />
      </div>
      <section className="assist__inputs" aria-label={assistant.name}>
        <div className="row row--between">
          <h2 className="panel-title">{assistant.name}</h2>
          {id ? (
            <Button size="small" icon="plus" onPress={() => open("")}>
              {labels.newRun}
            </Button>
          ) : null}
        </div>
        {isReady && draft && !draft.isOwn ? (
          <SharedInputs
            draft={draft}
            communities={communities}
            inputs={toFacts(assistant, draft)}
          />
        ) : null}
        {isReady && draft?.isOwn !== false ? (
          <RunForm
            key={`${kind} ${id}`}
            assistant={assistant}
            draft={draft}
            communities={communities}
            onCreated={openOwn}
          />
        ) : null}
      </section>
      {id ? (
        <DraftView key={id} id={id} onDeleted={() => open("")} onCopied={openOwn} />
      ) : (
        <div className="desk-top assist__empty">
          <EmptyState title={labels.chooseTitle} text={labels.chooseText} />
        </div>
      )}
    </div>
  );
}
