import type { DescMessage } from "@bufbuild/protobuf";
import { FormArea, FormDialog, FormText, useContractForm } from "../../../forms";
import type { ContractForm } from "../../../forms/use-contract-form";
import type { FieldName } from "../../../forms/use-field";
import {
  type BlastTemplate,
  BlastTemplateService,
} from "../../../gen/parlor/v1/blast_template_service_pb";
import { toast } from "../../../ui";
import { mergeFields } from "../message-labels";
import { labels } from "./labels";
import { useRefreshTemplates } from "./queries";

type CloseProps = { onClose: () => void };

function useSaved(onClose: () => void) {
  const refresh = useRefreshTemplates();
  return async () => {
    await refresh();
    toast.success(labels.saved);
    onClose();
  };
}

/** The fields of both forms, whose requests have them at the same paths. */
function Fields<I extends DescMessage>({ of }: { of: ContractForm<I> }) {
  const at = (name: "name" | "body") => ({ of, name: name as FieldName<I> });
  const fields = mergeFields.map(({ field }) => field).join(", ");
  return (
    <>
      <FormText {...at("name")} label={labels.name} />
      <FormArea {...at("body")} label={labels.body} rows={6} />
      <p className="caption">{labels.fields(fields)}</p>
    </>
  );
}

/** Saves a text as a template. */
export function NewTemplate({ body, onClose }: CloseProps & { body: string }) {
  const form = useContractForm(BlastTemplateService.method.createBlastTemplate, {
    start: { name: "", body },
    onDone: useSaved(onClose),
  });
  return (
    <FormDialog of={form} title={labels.create} submit={labels.save} onClose={onClose}>
      <Fields of={form} />
    </FormDialog>
  );
}

export function EditTemplate({ template, onClose }: CloseProps & { template: BlastTemplate }) {
  const { id, name, body } = template;
  const form = useContractForm(BlastTemplateService.method.updateBlastTemplate, {
    start: { id, name, body },
    onDone: useSaved(onClose),
  });
  return (
    <FormDialog of={form} title={labels.edit} submit={labels.save} onClose={onClose}>
      <Fields of={form} />
    </FormDialog>
  );
}
