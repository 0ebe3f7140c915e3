import { useDraftingStatus } from "./queries";

const warnAbove = 80;

/** How much of the monthly allowance is used, or that templates write the drafts. */
export function Allowance() {
  const status = useDraftingStatus().data;
  if (!status) return null;
  if (!status.hasModel) {
    return (
      <p className="caption">
        No language model is set up. Drafts come from templates and use only what you enter.
      </p>
    );
  }
  const share = Math.min(
    100,
    Math.round(Number((status.usedTokens * 100n) / status.tokenAllowance)),
  );
  return (
    <div className="budget caption">
      <p className="row row--between">
        <span>Allowance this month</span>
        <span>{share}% used</span>
      </p>
      <span className="meter" role="img" aria-label={`${share} percent used`}>
        <span className="meter__fill" style={{ inlineSize: `${share}%` }} />
      </span>
      {share >= warnAbove ? <p>When it is used up, drafts come from templates.</p> : null}
    </div>
  );
}
