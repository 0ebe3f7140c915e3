// Drafts in the fake API. They are written immediately, from the notes.

import { clearField, clone, create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
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
  DraftScope,
  DraftService,
  type WatchDraftResponseSchema,
} from "../../../gen/parlor/v1/draft_service_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import type { Db } from "../db";
import { createError, fieldError, notFound, preconditionError } from "../errors";
import { fullName, requireAccount } from "../lookup";

type Watch = MessageInitShape<typeof WatchDraftResponseSchema>;

export function registerDraftHandlers(router: ConnectRouter, db: Db): void {
  const now = () => timestampFromMs(db.now());
  const nameOf = (context: HandlerContext) => fullName(requireAccount(db, context).user);
  /** A draft without an owner's name is not shared, and belongs to the user. */
  const isOwn = ({ ownerName }: Draft, context: HandlerContext) =>
    ownerName === "" || ownerName === nameOf(context);
  const findReadable = (id: string) => {
    const draft = db.drafts.find((one) => one.id === id);
    if (!draft) throw notFound();
    return draft;
  };
  const find = (id: string, context: HandlerContext) => {
    const draft = findReadable(id);
    if (!isOwn(draft, context)) throw preconditionError("NOT_YOUR_DRAFT");
    return draft;
  };
  const copy = (draft: Draft, context: HandlerContext) => ({
    draft: clone(DraftSchema, { ...draft, isOwn: isOwn(draft, context) }),
  });
  const publish = ({ id, communityId }: Draft) => db.publish(EventKind.DRAFT, communityId, id);
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
    createDraft({ kind, communityId, inputs }, context) {
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
      return copy({ ...draft, text: "" }, context);
    },
    getDraft: ({ id }, context) => copy(findReadable(id), context),
    listDrafts({ kinds, scope }, context) {
      const drafts = db.drafts
        .filter(({ kind }) => kinds.includes(kind))
        .filter((draft) =>
          scope === DraftScope.SHARED ? draft.sharedAt !== undefined : isOwn(draft, context),
        );
      return {
        drafts: drafts.map((draft) => {
          const { id, title, kind, state, version, updatedAt, sharedAt, ownerName } = draft;
          return create(DraftSummarySchema, {
            id,
            title,
            kind,
            state,
            version,
            ownerName,
            isOwn: isOwn(draft, context),
            ...(updatedAt ? { updatedAt } : {}),
            ...(sharedAt ? { sharedAt } : {}),
          });
        }),
      };
    },
    async *watchDraft({ id }, context): AsyncGenerator<Watch> {
      const draft = find(id, context);
      yield { sequence: 1n, text: draft.text, replacesText: true };
      draft.state = draft.state === DraftState.GENERATING ? DraftState.DONE : draft.state;
      yield { sequence: 1n, text: "", ...copy(draft, context) };
    },
    stopDraft({ id }, context) {
      const draft = find(id, context);
      draft.state = DraftState.STOPPED;
      return copy(draft, context);
    },
    continueDraft({ id }, context) {
      const draft = find(id, context);
      draft.state = DraftState.DONE;
      return copy(draft, context);
    },
    regenerateDraft({ id, inputs }, context) {
      const draft = find(id, context);
      write(draft, inputs);
      return copy(draft, context);
    },
    updateDraftText({ id, revision, text, confirmedDetails }, context) {
      const draft = find(id, context);
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
      return copy(draft, context);
    },
    getDraftVersion({ id, number }) {
      findReadable(id);
      return { version: { number }, text: db.draftTexts.get(`${id} ${number}`) ?? "" };
    },
    deleteDraft({ id }, context) {
      const draft = find(id, context);
      db.drafts = db.drafts.filter((one) => one !== draft);
      return {};
    },
    setDraftFeedback({ id, feedback, note }, context) {
      const draft = find(id, context);
      Object.assign(draft, { feedback, feedbackNote: note });
      return copy(draft, context);
    },
    shareDraft({ id }, context) {
      const draft = find(id, context);
      draft.sharedAt = now();
      draft.ownerName = nameOf(context);
      publish(draft);
      return copy(draft, context);
    },
    unshareDraft({ id }, context) {
      const draft = find(id, context);
      clearField(draft, DraftSchema.field.sharedAt);
      draft.ownerName = "";
      publish(draft);
      return copy(draft, context);
    },
    copyDraft({ id }, context) {
      const draft = clone(DraftSchema, { ...findReadable(id), id: db.id("draft"), version: 0 });
      clearField(draft, DraftSchema.field.sharedAt);
      Object.assign(draft, { ownerName: "", versions: [], confirmedDetails: [], updatedAt: now() });
      addVersion(draft, DraftVersionOrigin.COPIED, draft.text);
      db.drafts.unshift(draft);
      return copy(draft, context);
    },
    exportDraft({ id }) {
      const { title, text } = findReadable(id);
      return { name: `${title}.docx`, data: btoa(text) };
    },
    mergeLetters({ id, accountIds }, context) {
      const { text } = find(id, context);
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
    exportLetters({ id, accountIds }, context) {
      const { title } = find(id, context);
      return { name: `${title}.docx`, data: btoa(accountIds.join(" ")) };
    },
    rewriteText({ id, text }, context) {
      find(id, context);
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
