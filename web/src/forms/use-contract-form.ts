// A form for one call. Its fields and validation rules are those of the request. Rule violations
// are shown at the field once it lost the focus. Errors of the server are shown at their field, or
// else at the form. A call that may have succeeded is repeated with the same idempotency key.

import {
  create,
  type DescMessage,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { useEffect, useId, useRef, useState } from "react";
import {
  type FieldErrors,
  type FieldValues,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { newIdempotencyKey } from "../api/headers";
import { type Problem, toDraftProblem, toProblem } from "../api/problem";
import { readDraft, writeDraft } from "../lib/drafts";
import { isFullyStored, saveFormDraft } from "./drafts";
import { closestShownField, toFormPath } from "./field-paths";
import { loadValidator } from "./rules";

type Init<I extends DescMessage> = Exclude<MessageInitShape<I>, { $typeName: string }>;

type Options<I extends DescMessage, O extends DescMessage> = {
  /** Initial values of the fields, and values that are sent without having a field. */
  start: Init<I>;
  /** Converts the fields' values to the request, if they differ in shape. */
  toRequest?: (values: Init<I>) => Init<I>;
  onDone?: (response: MessageShape<O>, form: ContractForm<I>) => void | Promise<void>;
  /**
   * Key under which unsent input is stored (`draftKey`). Without it, and for input that must not be
   * stored, leaving the page needs confirmation.
   */
  draft?: string;
  /** Photos are attached, which the draft doesn't store. */
  hasPhotos?: boolean;
};

export type ContractForm<I extends DescMessage = DescMessage> = {
  id: string;
  schema: I;
  hook: UseFormReturn<FieldValues>;
  /** Names of the fields that are rendered. */
  shown: Set<string>;
  /** An error that belongs to no rendered field. */
  problem: Problem | undefined;
  pending: boolean;
  unsaved: boolean;
  /** All input is stored as a draft, so leaving loses nothing. */
  drafted: boolean;
  submit: () => Promise<void>;
  /** Resets the form to its initial values and deletes the draft. */
  clear: () => void;
};

/** New initial values from a refetch keep the user's input. This option overwrites it. */
const resetAll = { keepDirtyValues: false };

/** Passes each error to its field. Returns the errors that belong to no rendered field. */
function applyViolations(
  schema: DescMessage,
  shown: ReadonlySet<string>,
  fields: Record<string, string>,
  tell: (place: string, words: string) => void,
): string[] {
  const rest: string[] = [];
  for (const [path, words] of Object.entries(fields)) {
    const place = closestShownField(toFormPath(schema, path), shown);
    if (place) tell(place, words);
    else rest.push(words);
  }
  return rest;
}

export function useContractForm<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  { start, toRequest = (values) => values, onDone, draft, hasPhotos }: Options<I, O>,
): ContractForm<I> {
  const schema = method.input;
  const transport = useTransport();
  const id = useId();
  const [shown] = useState(() => new Set<string>());
  const [problem, setProblem] = useState<Problem>();
  const attempt = useRef<{ bytes: string; key: string }>(undefined);

  const request = (values: FieldValues) =>
    create(schema, toRequest(values as Init<I>) as MessageInitShape<I>);

  const resolver: Resolver<FieldValues> = async (values) => {
    const check = await loadValidator();
    const errors: FieldErrors<FieldValues> = {};
    for (const { path, words } of check(schema, request(values))) {
      const place = closestShownField(path, shown);
      // Violations outside of the rendered fields are left to the server, whose error appears at
      // the form.
      if (place) set(errors, place, { type: "rule", message: words });
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };

  const hook = useForm<FieldValues>({
    defaultValues: start as FieldValues,
    values: start as FieldValues,
    resetOptions: { keepDirtyValues: true },
    mode: "onTouched",
    resolver,
  });
  const { isSubmitting, isDirty, dirtyFields } = hook.formState;

  useDraft(hook, schema, draft);

  /** Returns the same key for the same request until the call succeeds or fails for good. */
  function keyOf(message: MessageShape<I>): string {
    const bytes = toBinary(schema, message).join();
    if (attempt.current?.bytes !== bytes) attempt.current = { bytes, key: newIdempotencyKey() };
    return attempt.current.key;
  }

  const submit = hook.handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      const message = request(values);
      const headers = { "idempotency-key": keyOf(message) };
      const response = await callUnaryMethod(transport, method, message as MessageInitShape<I>, {
        headers,
      });
      attempt.current = undefined;
      if (draft) writeDraft(draft, undefined);
      hook.reset(values, resetAll);
      await onDone?.(response, form);
    } catch (error) {
      refuse(form.drafted ? toDraftProblem(error, hasPhotos) : toProblem(error));
    }
  });

  function refuse(refusal: Problem) {
    if (!refusal.retryable) attempt.current = undefined;
    let first = true;
    const rest = applyViolations(schema, shown, refusal.fields, (place, message) => {
      hook.setError(place, { type: "server", message }, { shouldFocus: first });
      first = false;
    });
    if (first) setProblem(refusal);
    else if (rest.length > 0) setProblem({ ...refusal, text: rest.join(" ") });
  }

  const form: ContractForm<I> = {
    id,
    schema,
    hook,
    shown,
    problem,
    pending: isSubmitting,
    unsaved: isDirty,
    drafted: draft !== undefined && isFullyStored(schema, dirtyFields),
    submit,
    clear: () => {
      setProblem(undefined);
      if (draft) writeDraft(draft, undefined);
      hook.reset(start as FieldValues, resetAll);
    },
  };
  return form;
}

/** Restores a stored draft, then stores each change. */
function useDraft(hook: UseFormReturn<FieldValues>, schema: DescMessage, draft?: string) {
  const { subscribe, setValue } = hook;
  // The browser's storage is external to React.
  useEffect(() => {
    if (!draft) return undefined;
    for (const [name, value] of Object.entries(readDraft<FieldValues>(draft) ?? {})) {
      setValue(name, value, { shouldDirty: true });
    }
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty === false) writeDraft(draft, undefined);
        else saveFormDraft(draft, schema, values);
      },
    });
  }, [draft, schema, subscribe, setValue]);
}
