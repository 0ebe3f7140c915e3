import type { ReactNode } from "react";
import { useState } from "react";
import { toProblem } from "../../../rpc/problem";
import { Button, TextArea, toast } from "../../../ui";
import { useCases } from "../cases/use-cases";
import { linesOf, mostQuestions } from "./rules";
import { useAsked } from "./use-playground";

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
  const { cases = [] } = useCases(communityId);
  const asked = useAsked(communityId);
  const [taking, setTaking] = useState(false);
  const tooMany = count > mostQuestions;

  async function takeAsked() {
    setTaking(true);
    try {
      const questions = await asked();
      if (questions.length > 0) onChange(linesOf(questions));
      else toast.info("No resident has asked anything here yet.");
    } catch (error) {
      const { title, text: why } = toProblem(error);
      toast.error({ title: "Their questions did not come.", text: `${title} ${why}` });
    }
    setTaking(false);
  }

  return (
    <section className="panel panel__body stack stack--loose" aria-label="Questions">
      <TextArea
        label="Questions, one a line"
        rows={8}
        value={text}
        onChange={onChange}
        placeholder="how do i get a second parking permit"
        description={`${count} of at most ${mostQuestions}`}
        error={
          tooMany ? `Take ${count - mostQuestions} away: ${mostQuestions} are the most.` : undefined
        }
      />
      <div className="row row--wrap">
        <Button
          size="small"
          isDisabled={cases.length === 0}
          onPress={() =>
            onChange(linesOf(cases.slice(0, mostQuestions).map(({ question }) => question)))
          }
        >
          Take the test cases
        </Button>
        <Button size="small" pending={taking} onPress={takeAsked}>
          Take residents’ last questions
        </Button>
      </div>
      <div className="row">{children}</div>
    </section>
  );
}
