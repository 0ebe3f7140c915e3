import { Icon } from "../../ui";
import { labels } from "./labels";
import { useDraftingStatus } from "./queries";

const warnAbove = 80;

/** How much of the monthly allowance is used, or that templates write the drafts. */
export function Allowance() {
  const status = useDraftingStatus().data;
  if (!status) return null;
  const { hasModel, usedTokens, tokenAllowance } = status;
  if (!hasModel) return <p className="caption">{labels.templatesAlone}</p>;
  if (tokenAllowance === 0n) return <p className="caption">{labels.noAllowance}</p>;
  const share = Math.min(100, Math.round(Number((usedTokens * 100n) / tokenAllowance)));
  return (
    <div className="budget caption">
      <p className="row row--between">
        <span>{labels.allowance}</span>
        <span>{labels.usedShare(share)}</span>
      </p>
      <span className="meter" role="img" aria-label={labels.usedOfAllowance(share)}>
        <span className="meter__fill" style={{ inlineSize: `${share}%` }} />
      </span>
      {share >= warnAbove ? (
        <p className="notice notice--warning budget__warning" role="status">
          <Icon name="warning" size="small" />
          {share >= 100 ? labels.allowanceGone : labels.allowanceLow}
        </p>
      ) : null}
    </div>
  );
}
