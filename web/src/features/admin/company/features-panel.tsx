import type { Company } from "../../../gen/parlor/v1/company_pb";
import { Badge, type Fact, Facts } from "../../../ui";
import { openedScreens, options } from "../companies/features";
import { pricingLabel, softwareLabel } from "../labels";

/** Shows the plan and features of the company. Platform administrators set them. */
export function FeaturesPanel({ company }: { company: Company }) {
  const facts: Fact[] = [
    ["Legal name", company.name],
    ["Texting", company.textlineWebhookV3Enabled ? "v3" : "Legacy texting"],
    ["Association software", softwareLabel(company.software)],
    ["Software for documents", softwareLabel(company.softwareDocuments)],
    ["Pricing model", pricingLabel(company.pricingModel)],
    ["Credential name", company.credentialName],
    ["Chatwoot inbox", company.chatwootInboxId],
  ];
  const on = options.filter(({ value }) => company.dashboardOptions.includes(value));
  return (
    <section className="panel" aria-label="Plan and features">
      <div className="panel__head">
        <h2 className="panel-title">Plan and features</h2>
      </div>
      <div className="panel__body stack stack--loose">
        <Facts className="table-card__facts" facts={facts} />
        <h3 className="group-title">Features</h3>
        {on.length === 0 ? <p className="secondary">No features enabled.</p> : null}
        <ul className="holdings">
          {on.map(({ value, label, does }) => (
            <li key={value}>
              <Badge tone="accent">{label}</Badge>
              <span className="small secondary">
                {does}
                {openedScreens(value).length > 0 ? ` Adds ${openedScreens(value).join(", ")}.` : ""}
              </span>
            </li>
          ))}
        </ul>
        <p className="caption">Contact Parlor support to change these.</p>
      </div>
    </section>
  );
}
