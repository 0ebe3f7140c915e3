import { Suspense, useState } from "react";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { lazyWithReload } from "../../../lib/lazy";
import { Button, Menu, type MenuEntry, toast } from "../../../ui";
import type { Draft } from "../draft/use-draft";
import { labels, messageTemplates } from "./labels";
import { useTemplates } from "./queries";

/** Loaded when it is opened. */
const TemplateDialog = lazyWithReload(() => import("./template-dialog"));

type Text = { id: string; name: string; body: string };

/** Returns the examples without a company template of the same name. */
function examplesBeside(templates: readonly { name: string }[]): Text[] {
  const names = new Set(templates.map(({ name }) => name.toLowerCase()));
  return messageTemplates
    .filter(({ label }) => !names.has(label.toLowerCase()))
    .map(({ label, body }) => ({ id: `example-${label}`, name: label, body }));
}

/** Inserts a template or an example, saves the text as a template, and manages templates. */
export function TemplateMenu({ draft }: { draft: Draft }) {
  const [isManaging, setManaging] = useState(false);
  const [kept, setKept] = useState<string>();
  const templates = useTemplates().data?.templates ?? [];
  const { body } = draft.values;
  const close = () => {
    setManaging(false);
    setKept(undefined);
  };
  const use = ({ name, body: next }: Text) => {
    draft.change({ body: next });
    if (!body.trim()) return;
    toast.undo({
      title: labels.replaced(name),
      text: labels.replacedHint,
      onUndo: () => draft.change({ body }),
    });
  };
  const entryOf = (text: Text): MenuEntry => ({
    id: text.id,
    label: showDirectionMarks(text.name),
    onAction: () => use(text),
  });
  const examples = examplesBeside(templates);
  const entries: MenuEntry[] = templates.map(entryOf);
  if (entries.length > 0 && examples.length > 0) entries.push("rule");
  entries.push(...examples.map(entryOf), "rule", {
    id: "manage",
    label: labels.manage,
    onAction: () => setManaging(true),
  });
  return (
    <div className="row row--wrap">
      <Button
        variant="link"
        size="small"
        reason={body.trim() ? undefined : labels.textMissing}
        onPress={() => setKept(body)}
      >
        {labels.saveAs}
      </Button>
      <Menu
        label={labels.title}
        items={entries}
        trigger={
          <Button size="small" icon="book">
            {labels.choose}
          </Button>
        }
      />
      {isManaging || kept !== undefined ? (
        <Suspense>
          <TemplateDialog body={kept} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}
