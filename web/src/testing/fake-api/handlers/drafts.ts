// Drafts in the fake API. They are written immediately, from the notes.

import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  DetailKind,
  type Draft,
  type DraftInputs,
  DraftSchema,
  DraftState,
  DraftSummarySchema,
  DraftTemplateReason,
  DraftVersionOrigin,
  DraftVersionSchema,
} from "../../../gen/parlor/v1/draft_pb";
import {
  DraftService,
  type WatchDraftResponseSchema,
} from "../../../gen/parlor/v1/draft_service_pb";
import type { Db } from "../db";
import { createError, fieldError, notFound } from "../errors";

type Watch = MessageInitShape<typeof WatchDraftResponseSchema>;

export function registerDraftHandlers(router: ConnectRouter, db: Db): void {
  const now = () => timestampFromMs(db.now());
  const find = (id: string) => {
    const draft = db.drafts.find((one) => one.id === id);
    if (!draft) throw notFound();
    return draft;
  };
  const copy = (draft: Draft) => ({ draft: clone(DraftSchema, draft) });
  const addVersion = (draft: Draft, origin: DraftVersionOrigin, text: string) => {
    draft.version += 1;
    draft.text = text;
    draft.isTemplate = origin === DraftVersionOrigin.GENERATED;
    draft.versions.unshift(
      create(DraftVersionSchema, { number: draft.version, origin, createdAt: now() }),
    );
    db.draftTexts.set(`${draft.id} ${draft.version}`, text);
  };
  const write = (draft: Draft, inputs: DraftInputs | undefined) => {
    if (inputs) draft.inputs = inputs;
    draft.revision += 1;
    draft.updatedAt = now();
    const notes = draft.inputs?.notes || draft.inputs?.sources[0]?.text || "";
    addVersion(draft, DraftVersionOrigin.GENERATED, `# ${draft.title}\n\n${notes}\n`);
    // The draft is written when it is watched.
    draft.state = DraftState.GENERATING;
  };

  router.service(DraftService, {
    createDraft({ kind, communityId, inputs }) {
      const title = inputs?.notes.split(".")[0] || "Draft";
      const templateReason = DraftTemplateReason.NO_MODEL;
      const draft = create(DraftSchema, {
        id: db.id("draft"),
        kind,
        communityId,
        title,
        templateReason,
      });
      write(draft, inputs);
      db.drafts.unshift(draft);
      return { draft: clone(DraftSchema, { ...draft, text: "" }) };
    },
    getDraft: ({ id }) => copy(find(id)),
    listDrafts({ kinds }) {
      const drafts = db.drafts.filter(({ kind }) => kinds.includes(kind));
      return {
        drafts: drafts.map(({ id, title, kind, state, version, updatedAt }) =>
          create(DraftSummarySchema, {
            id,
            title,
            kind,
            state,
            version,
            ...(updatedAt ? { updatedAt } : {}),
          }),
        ),
      };
    },
    async *watchDraft({ id }): AsyncGenerator<Watch> {
      const draft = find(id);
      yield { sequence: 1n, text: draft.text, replacesText: true };
      draft.state = draft.state === DraftState.GENERATING ? DraftState.DONE : draft.state;
      yield { sequence: 1n, text: "", ...copy(draft) };
    },
    stopDraft({ id }) {
      const draft = find(id);
      draft.state = DraftState.STOPPED;
      return copy(draft);
    },
    continueDraft({ id }) {
      const draft = find(id);
      draft.state = DraftState.DONE;
      return copy(draft);
    },
    regenerateDraft({ id, inputs }) {
      const draft = find(id);
      write(draft, inputs);
      return copy(draft);
    },
    updateDraftText({ id, revision, text, confirmedDetails }) {
      const draft = find(id);
      if (revision !== draft.revision) {
        throw createError(
          Code.Aborted,
          "DRAFT_TEXT_CHANGED",
          "The draft changed in another window.",
        );
      }
      draft.revision += 1;
      draft.confirmedDetails = confirmedDetails;
      draft.unverifiedDetails = draft.unverifiedDetails.filter(
        (detail) => !confirmedDetails.includes(detail.text),
      );
      if (text !== draft.text) addVersion(draft, DraftVersionOrigin.EDITED, text);
      return copy(draft);
    },
    getDraftVersion({ id, number }) {
      find(id);
      return { version: { number }, text: db.draftTexts.get(`${id} ${number}`) ?? "" };
    },
    deleteDraft({ id }) {
      const draft = find(id);
      db.drafts = db.drafts.filter((one) => one !== draft);
      return {};
    },
    setDraftFeedback({ id, feedback, note }) {
      const draft = find(id);
      Object.assign(draft, { feedback, feedbackNote: note });
      return copy(draft);
    },
    exportDraft({ id }) {
      const { title, text } = find(id);
      return { name: `${title}.docx`, data: btoa(text) };
    },
    mergeLetters({ id, accountIds }) {
      const { text } = find(id);
      const accounts = db.homeownerAccounts.filter((one) => accountIds.includes(one.id));
      return {
        letters: accounts.map(({ id: accountId, name, unit, email }) => ({
          accountId,
          recipient: name || unit,
          email,
          text: name ? text.replace("{name}", name) : "",
          problem: name ? "" : `The name of ${unit} is not known.`,
        })),
      };
    },
    exportLetters({ id, accountIds }) {
      const { title } = find(id);
      return { name: `${title}.docx`, data: btoa(accountIds.join(" ")) };
    },
    rewriteText({ id, text }) {
      find(id);
      if (!db.draftingStatus.hasModel) {
        throw createError(Code.FailedPrecondition, "NO_LANGUAGE_MODEL", "No language model.");
      }
      const unverifiedDetails = [{ text: "95", kind: DetailKind.AMOUNT }];
      return { text: `${text.replace("costs", "is only")}`, unverifiedDetails };
    },
    readDocument({ data }) {
      const text = atob(data.slice(data.indexOf(",") + 1));
      if (text.includes("\0")) throw fieldError("data", "This kind of file can't be read.");
      return { text, pageCount: text.split("\f").length };
    },
    getDraftingStatus() {
      return db.draftingStatus;
    },
  });
}
