import { type ReactNode, Suspense } from "react";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { part } from "../../lib/load";
import { useCurrent } from "../../rpc/current";
import { Segments } from "../../ui";
import "./answers.css";
import { CopyAnswers } from "./copying/copy-answers";
import { KnowledgeEditor } from "./editor/knowledge-editor";
import { useBegin } from "./editor/use-begin";
import { usePlace } from "./editor/use-place";
import { FileActs } from "./files/file-acts";
import { TestAsideSkeleton } from "./handset/test-aside-skeleton";

/** Comes after what the bot knows. */
const TestAside = part(() => import("./handset/test-aside"));

/** In a narrow window answers and phone take turns. */
const views = [
  { value: "answers", label: "Answers" },
  { value: "phone", label: "Test phone" },
];

type Props = {
  communityId: string;
  /** Unset while it is read. */
  community: TextCommunity | undefined;
  answers: readonly Answer[] | undefined;
  /** The title, and what stands beside it. */
  head: ReactNode;
  /** Between the head and the answers. */
  children?: ReactNode;
};

/** What a community's bot knows, and beside it a phone to try it on. */
export function AnswersRoom({ communityId, community, answers, head, children }: Props) {
  const { may } = useCurrent();
  const begin = useBegin(communityId);
  const [{ view }, go] = usePlace();

  return (
    <div className="turbo-room">
      <div className="turbo" data-view={view || "answers"}>
        <div className="turbo__work" data-scrolls>
          <div className="screen-head">
            {head}
            <div className="turbo__views">
              <Segments
                label="Show"
                options={views}
                value={view || "answers"}
                onChange={(next) => go({ view: next === "phone" ? next : "" })}
              />
            </div>
            <CopyAnswers communityId={communityId} answers={answers ?? []} />
            {community && answers ? (
              <FileActs
                communityId={communityId}
                label={community.label}
                empty={answers.length === 0}
              />
            ) : null}
          </div>
          {children}
          <KnowledgeEditor
            communityId={communityId}
            label={community?.label ?? "this community"}
            timeZone={community?.timeZone}
          />
        </div>
        {community ? (
          <Suspense fallback={<TestAsideSkeleton />}>
            <TestAside
              community={community}
              answers={answers ?? []}
              mayOpenEscalations={may(Screen.ESCALATIONS)}
              onMend={(answer) => {
                go({ answer, editing: true, topic: "", search: "", inVain: false, view: "" });
              }}
              onAdd={(question) => begin({ question })}
            />
          </Suspense>
        ) : (
          <TestAsideSkeleton />
        )}
      </div>
    </div>
  );
}
