import type { ReactNode } from "react";
import { useState } from "react";
import { useTestCases } from "../../entities/test-case/queries";
import { toastFailure } from "../../forms/toast-error";
import { Button, TextArea, toast } from "../../ui";
import { labels } from "./labels";
import { useRecentQuestions } from "./use-playground";
import { formatQuestions, maxQuestions } from "./variant";

type Props = {
  communityId: string;
  text: string;
  count: number;
  onChange: (text: string) => void;
  /** Action below the questions. */
  children: ReactNode;
};

/** Edits the questions for both variants. */
export function Questions({ communityId, text, count, onChange, children }: Props) {
  const { cases = [] } = useTestCases(communityId);
  const loadQuestions = useRecentQuestions(communityId);
  const [loading, setLoading] = useState(false);
  const tooMany = count > maxQuestions;

  async function loadRecent() {
    setLoading(true);
    try {
      const questions = await loadQuestions();
      if (questions.length > 0) onChange(formatQuestions(questions));
      else toast.info(labels.noRecent);
    } catch (error) {
      toastFailure(labels.recentFailed, error);
    }
    setLoading(false);
  }

  return (
    <section className="panel panel__body stack stack--loose" aria-label={labels.questions}>
      <TextArea
        label={labels.questionsField}
        rows={8}
        value={text}
        onChange={onChange}
        placeholder={labels.questionsPlaceholder}
        description={labels.questionCount(count, maxQuestions)}
        error={tooMany ? labels.tooMany(count, maxQuestions) : undefined}
      />
      <div className="row row--wrap">
        <Button
          size="small"
          reason={cases.length === 0 ? labels.noTestCases : undefined}
          onPress={() =>
            onChange(formatQuestions(cases.slice(0, maxQuestions).map(({ question }) => question)))
          }
        >
          {labels.useTestCases}
        </Button>
        <Button size="small" pending={loading} onPress={loadRecent}>
          {labels.useRecent}
        </Button>
      </div>
      <div className="row">{children}</div>
    </section>
  );
}
