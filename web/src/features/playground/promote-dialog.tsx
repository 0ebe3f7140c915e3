import { useState } from "react";
import { toProblem } from "../../api/problem";
import { keepRequestId } from "../../forms/toast-error";
import { Dialog, DialogActions, Icon } from "../../ui";
import { variantLabels } from "./labels";
import { usePromoteVariant } from "./use-playground";
import { type Variant, variantDifferences } from "./variant";

type Props = {
  communityId: string;
  name: string;
  current: Variant;
  variant: Variant;
  onClose: () => void;
};

/** Confirms the changes of a variant, field by field. */
export function PromoteDialog({ communityId, name, current, variant, onClose }: Props) {
  const { promote, promoting } = usePromoteVariant(communityId);
  const [problem, setProblem] = useState<string>();

  async function confirm() {
    try {
      await promote(current, variant);
      onClose();
    } catch (error) {
      const { title, text } = toProblem(error);
      setProblem(`${title} ${text}`);
      keepRequestId(error);
    }
  }

  return (
    <Dialog
      title={variantLabels.applyTitle(name)}
      open
      onClose={onClose}
      foot={
        <DialogActions onCancel={onClose} pending={promoting} onPress={confirm}>
          {variantLabels.apply}
        </DialogActions>
      }
    >
      <p className="small secondary">{variantLabels.applyText(name)}</p>
      <dl className="playground__diff" aria-label={variantLabels.changes}>
        {variantDifferences(current, variant).map((field) => (
          <div key={field.name}>
            <dt className="small strong">{field.name}</dt>
            <dd className="small">
              <del>{field.before}</del>
              <span aria-hidden="true"> → </span>
              <ins>{field.after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {problem ? (
        <p className="field__error" role="alert">
          <Icon name="danger" size="small" />
          {problem}
        </p>
      ) : null}
    </Dialog>
  );
}
