import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { AnswerSchema } from "../../../gen/parlor/v1/answer_pb";
import { EscalationSchema, EscalationState } from "../../../gen/parlor/v1/escalation_pb";
import { unanswered } from "./rules";

let made = 0;

function asked(question: string, more: MessageInitShape<typeof EscalationSchema> = {}) {
  made += 1;
  const askedAt = timestampFromMs(made * 1000);
  return create(EscalationSchema, { id: `${made}`, question, askedAt, ...more });
}

const questions = (escalations: ReturnType<typeof asked>[], answers: string[] = []) =>
  unanswered(
    escalations,
    answers.map((question) => create(AnswerSchema, { question, answer: "Yes." })),
  ).map(({ question, times }) => [question, times]);

describe("what was asked in vain", () => {
  it("counts one question in other words once, the most frequent first", () => {
    const [first, ...rest] = unanswered(
      [
        asked("Is the sauna open on Sunday?"),
        asked("can i charge my scooter in the garage"),
        asked("Hi! Where may my scooters charge in the garage?"),
        asked("Can I charge my scooter in the garage?!"),
      ],
      [],
    );
    expect(first).toMatchObject({
      question: "Can I charge my scooter in the garage?!",
      ways: ["Hi! Where may my scooters charge in the garage?"],
      times: 3,
    });
    expect(rest.map(({ question }) => question)).toEqual(["Is the sauna open on Sunday?"]);
  });

  it("keeps questions apart that only sound alike", () => {
    expect(
      questions([asked("When does the pool open?"), asked("When does the gym open?")]),
    ).toEqual([
      ["When does the gym open?", 1],
      ["When does the pool open?", 1],
    ]);
  });

  it("leaves out what the bot learned or could draft, what was put away, and emergencies", () => {
    const left = [
      asked("May I paint my door blue?", { botTrained: true }),
      asked("May I paint my fence?", { suggestedAnswer: "No.", suggestedConfidence: 0.5 }),
      asked("Buy cheap watches", { state: EscalationState.DISMISSED }),
      asked("There is smoke in the hall", { urgent: true }),
      asked("Hello, can you do it?"),
      asked("Who waters the plants?", { suggestedAnswer: "Me.", suggestedConfidence: 0.49 }),
    ];
    expect(questions(left)).toEqual([["Who waters the plants?", 1]]);
  });

  it("leaves out what has an answer by now, be it as one of its samples", () => {
    const left = [asked("who waters the plants"), asked("Is there a sauna?")];
    expect(questions(left, ["Who waters the plants?"])).toEqual([["Is there a sauna?", 1]]);
    const samples = ["is there a sauna"];
    const sample = create(AnswerSchema, { question: "Sauna", answer: "No.", samples });
    expect(unanswered(left, [sample])).toHaveLength(1);
  });

  it("leads to the question that waits for the answer, however it was asked", () => {
    const waits = create(AnswerSchema, { id: "sauna", question: "Is there a sauna?" });
    const seems = { suggestedQuestion: "Is there a sauna?", suggestedConfidence: 0.7 };
    const [one, ...rest] = unanswered(
      [asked("where can we sweat", seems), asked("is there a sauna")],
      [waits],
    );
    expect(one).toMatchObject({ waiting: "sauna", times: 2 });
    expect(rest).toEqual([]);
  });

  it("brings along what staff replied last", () => {
    const [one] = unanswered(
      [
        asked("Is there a sauna?", { answer: "No." }),
        asked("Is there a sauna?", { answer: "Not yet." }),
        asked("Is there a sauna?"),
      ],
      [],
    );
    expect(one?.reply).toBe("Not yet.");
  });
});
