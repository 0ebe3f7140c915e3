import { equals } from "@bufbuild/protobuf";
import { type FormEvent, useId, useState } from "react";
import { type Problem, toProblem } from "../../../api/problem";
import { useSession } from "../../../entities/session/session";
import { FormProblem } from "../../../forms";
import { labels as formLabels } from "../../../forms/labels";
import {
  type Audience,
  type AudienceFilter,
  AudienceFilterSchema,
} from "../../../gen/parlor/v1/audience_pb";
import { isBlank } from "../../../lib/blank-text";
import { useDebounced } from "../../../lib/use-debounced";
import { Button, Dialog, DialogActions, Icon, MultiSelect, TextField, toast } from "../../../ui";
import { audienceLabels } from "../audience-labels";
import { useAudienceDescription, useUpdateAudience } from "../queries";
import { AudienceFilters } from "./audience-filters";
import { labels } from "./edit-audience-labels";
import { labels as composerLabels, matchHints } from "./labels";
import { Count } from "./match-count";

const maxNameLength = 100;

/** Delay after a change before filters are counted, in milliseconds. */
const countDelay = 300;

type Props = {
  /** The audience as last loaded. */
  audience: Audience;
  onClose: () => void;
};

const toFilter = ({ source }: Audience) => (source.case === "filter" ? source.value : undefined);

function useEdit(latest: Audience, onClose: () => void) {
  const [saved, setSaved] = useState(latest);
  const [name, setName] = useState(latest.name);
  const [filter, setFilter] = useState(() => toFilter(latest));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const updating = useUpdateAudience();
  const before = toFilter(saved);
  const isSameFilter =
    !filter || (before !== undefined && equals(AudienceFilterSchema, filter, before));
  const isEmpty = isBlank(name) || filter?.communityIds.length === 0;
  const save = (version = saved.version) => {
    setIsSubmitted(true);
    if (isEmpty) return;
    const onSuccess = () => {
      toast.success(audienceLabels.saved);
      onClose();
    };
    const part = isSameFilter || !filter ? {} : { filter };
    updating.mutate({ id: saved.id, version, name: name.trim(), ...part }, { onSuccess });
  };
  return {
    ...{ name, setName, filter, setFilter, isSubmitted, save },
    pending: updating.isPending,
    problem: updating.error ? toProblem(updating.error) : undefined,
    isUnchanged: isSameFilter && name.trim() === saved.name,
    takeTheirs: () => {
      updating.reset();
      setSaved(latest);
      setName(latest.name);
      setFilter(toFilter(latest));
    },
  };
}

type Edit = ReturnType<typeof useEdit>;

function Refusal({ problem, edit }: { problem: Problem | undefined; edit: Edit }) {
  if (problem?.reason !== "AUDIENCE_CHANGED") return <FormProblem problem={problem} />;
  return (
    <div className="notice notice--warning" role="alert">
      <Icon name="warning" />
      <p className="row__grow">
        <span className="strong">{labels.conflict}</span> {composerLabels.conflictHint}
      </p>
      <Button size="small" onPress={() => edit.save(0)}>
        {composerLabels.keepMine}
      </Button>
      <Button size="small" onPress={edit.takeTheirs}>
        {composerLabels.loadTheirs}
      </Button>
    </div>
  );
}

type FilterProps = {
  filter: AudienceFilter;
  error: string | undefined;
  onChange: (filter: AudienceFilter) => void;
};

function FilterFields({ filter, error, onChange }: FilterProps) {
  const options = useSession().user.textCommunitiesMapping;
  const description = useAudienceDescription(useDebounced(filter, countDelay));
  return (
    <>
      <MultiSelect
        label={audienceLabels.communities}
        options={options}
        value={filter.communityIds}
        onChange={(communityIds) => onChange({ ...filter, communityIds })}
        error={error}
      />
      <AudienceFilters filter={filter} values={description.data} onChange={onChange} />
      <Count
        description={description}
        isChosen={filter.communityIds.length > 0}
        hint={matchHints.filter}
      />
    </>
  );
}

/** Renames a saved audience and, unless it is a list, changes its communities and filters. */
export default function EditAudienceDialog({ audience, onClose }: Props) {
  const form = useId();
  const edit = useEdit(audience, onClose);
  const { name, filter, isSubmitted, problem } = edit;
  const isNameTaken = problem?.reason === "AUDIENCE_EXISTS";
  const isOfField = isNameTaken || problem?.fields.name !== undefined;
  const refusal = isNameTaken ? audienceLabels.nameTaken : problem?.fields.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <Dialog
      open
      staysOpen
      title={filter ? labels.title : labels.listTitle}
      onClose={onClose}
      foot={
        <DialogActions
          onCancel={onClose}
          type="submit"
          form={form}
          pending={edit.pending}
          reason={edit.isUnchanged ? formLabels.noChanges : undefined}
        >
          {labels.save}
        </DialogActions>
      }
    >
      <form id={form} onSubmit={submit} className="stack stack--loose">
        <Refusal problem={isOfField ? undefined : problem} edit={edit} />
        <TextField
          label={audienceLabels.name}
          description={filter ? labels.nameHint : labels.listNameHint}
          value={name}
          onChange={edit.setName}
          maxLength={maxNameLength}
          error={isSubmitted && isBlank(name) ? formLabels.nameMissing : refusal}
          autoFocus
        />
        {filter ? (
          <FilterFields
            filter={filter}
            error={
              isSubmitted && filter.communityIds.length === 0
                ? audienceLabels.communityMissing
                : undefined
            }
            onChange={edit.setFilter}
          />
        ) : null}
      </form>
    </Dialog>
  );
}
