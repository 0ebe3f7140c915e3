import { useWatch } from "react-hook-form";
import { FormText, useContractForm } from "../../../forms";
import { FormDialog } from "../../../forms/form-dialog";
import { SavedViewService } from "../../../gen/parlor/v1/saved_view_service_pb";
import { toast } from "../../../ui";
import { viewLabels } from "./labels";
import { type SavedViews, useRefreshViews } from "./use-saved-views";

type Props = { saved: SavedViews; search: string; onClose: () => void };

/** Saves filters under a name. A view with the same name is replaced. */
export default function SaveViewDialog({ saved: { layout, views }, search, onClose }: Props) {
  const refresh = useRefreshViews();
  const form = useContractForm(SavedViewService.method.saveView, {
    start: { layout, name: "", query: search.slice(1) },
    onDone: async ({ view }) => {
      await refresh();
      toast.success(viewLabels.saved(view?.name ?? ""));
      onClose();
    },
  });
  const name: string = useWatch({ control: form.hook.control, name: "name" });
  const key = (text: string) => text.trim().toLowerCase();
  const same = views.find((view) => key(view.name) === key(name));
  return (
    <FormDialog of={form} title={viewLabels.save} submit={viewLabels.save} onClose={onClose}>
      <FormText
        of={form}
        name="name"
        label={viewLabels.name}
        description={same ? viewLabels.replaces(same.name) : viewLabels.saveHint}
        autoFocus
      />
    </FormDialog>
  );
}
