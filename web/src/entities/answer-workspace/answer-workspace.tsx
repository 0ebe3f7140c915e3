import { type ReactNode, Suspense } from "react";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import { lazyWithReload } from "../../lib/lazy";
import { SegmentedControl } from "../../ui";
import { useSession } from "../session/session";
import "../answer/answer.css";
import { KnowledgeEditor } from "../answer/editor/knowledge-editor";
import { useKnowledgeUrlState } from "../answer/editor/url-state";
import { useStartAnswer } from "../answer/editor/use-start-answer";
import { TestPhoneAsideSkeleton } from "../test-phone/test-phone-skeleton";
import { CopyAnswers } from "./copy/copy-answers";
import { FileActions } from "./files/file-actions";
import { labels } from "./labels";

/** Loaded after the answers. */
const TestPhoneAside = lazyWithReload(() => import("../test-phone/test-phone-aside"));

/** Narrow windows show either the answers or the phone. */
const viewOptions = [
  { value: "answers", label: labels.answers },
  { value: "phone", label: labels.testPhone },
];

type Props = {
  communityId: string;
  /** Unset while loading. */
  community: TextCommunity | undefined;
  answers: readonly Answer[] | undefined;
  /** The title, and what is shown beside it. */
  head: ReactNode;
  /** Shown between the header and the answers. */
  children?: ReactNode;
};

/** The answers of a community, with a test phone beside them. */
export function AnswerWorkspace({ communityId, community, answers, head, children }: Props) {
  const { may } = useSession();
  const begin = useStartAnswer(communityId);
  const [{ view }, setUrlState] = useKnowledgeUrlState();

  return (
    <div className="turbo-room">
      <div className="turbo" data-view={view || "answers"}>
        <div className="turbo__work" data-scrolls>
          <div className="screen-head">
            {head}
            <div className="turbo__views">
              <SegmentedControl
                label={labels.show}
                options={viewOptions}
                value={view || "answers"}
                onChange={(next) => setUrlState({ view: next === "phone" ? next : "" })}
              />
            </div>
            <CopyAnswers communityId={communityId} answers={answers ?? []} />
            {community && answers ? (
              <FileActions
                communityId={communityId}
                label={community.label}
                empty={answers.length === 0}
              />
            ) : null}
          </div>
          {children}
          <KnowledgeEditor
            communityId={communityId}
            label={community?.label ?? labels.thisCommunity}
            timeZone={community?.timeZone}
          />
        </div>
        {community ? (
          <Suspense fallback={<TestPhoneAsideSkeleton />}>
            <TestPhoneAside
              community={community}
              answers={answers ?? []}
              mayOpenEscalations={may(Screen.ESCALATIONS)}
              onEditAnswer={(answer) => {
                setUrlState({
                  answer,
                  editing: true,
                  category: "",
                  search: "",
                  unansweredOnly: false,
                  view: "",
                });
              }}
              onAdd={(question) => begin({ question })}
            />
          </Suspense>
        ) : (
          <TestPhoneAsideSkeleton />
        )}
      </div>
    </div>
  );
}
