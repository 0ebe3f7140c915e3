import type { ReactNode } from "react";
import { useState } from "react";
import { toProblem } from "../../api/problem";
import { useTestCases } from "../../entities/test-case/queries";
import { Button, TextArea, toast } from "../../ui";
import { useRecentQuestions } from "./use-playground";
import { formatQuestions, maxQuestions } from "./variant";

type Props = {
  communityId: string;
  text: string;
  count: number;
  onChange: (text: string) => void;
  /** What one does with them. */
  children: ReactNode;
};

/** The questions that both variants get. */
export function Questions({ communityId, text, count, onChange, children }: Props) {
  const { cases = [] } = useTestCases(communityId);
  const asked = useRecentQuestions(communityId);
  const [taking, setTaking] = useState(false);
  const tooMany = count > maxQuestions;

  async function takeAsked() {
    setTaking(true);
    try {
      const questions = await asked();
      if (questions.length > 0) onChange(formatQuestions(questions));
      else toast.info("No resident questions yet.");
    } catch (error) {
      const { title, text: why } = toProblem(error);
      toast.error({ title: "Couldn't load residents' questions.", text: `${title} ${why}` });
    }
    setTaking(false);
  }

  return (
    <section className="panel panel__body stack stack--loose" aria-label="Questions">
      <TextArea
        label="Questions, one per line"
        rows={8}
        value={text}
        onChange={onChange}
        placeholder="how do i get a second parking permit"
        description={`${count} of at most ${maxQuestions}`}
        error={
          tooMany ? `Take ${count - maxQuestions} away: ${maxQuestions} are the most.` : undefined
        }
      />
      <div className="row row--wrap">
        <Button
          size="small"
          isDisabled={cases.length === 0}
          onPress={() =>
            onChange(formatQuestions(cases.slice(0, maxQuestions).map(({ question }) => question)))
          }
        >
          Use test cases
        </Button>
        <Button size="small" pending={taking} onPress={takeAsked}>
          Use residents’ recent questions
        </Button>
      </div>
      <div className="row">{children}</div>
    </section>
  );
}
