import type { Company } from "../../../gen/parlor/v1/company_pb";
import { Badge, type Fact, Facts } from "../../../ui";
import { openedScreens, options } from "../companies/features";
import { pricingLabel, softwareLabel } from "../labels";
import { labels } from "./labels";

/** Shows the plan and features of the company. Platform administrators set them. */
export function FeaturesPanel({ company }: { company: Company }) {
  const facts: Fact[] = [
    [labels.legalName, company.name],
    [labels.texting, company.textlineWebhookV3Enabled ? "v3" : labels.legacyTexting],
    [labels.associationSoftware, softwareLabel(company.software)],
    [labels.softwareForDocuments, softwareLabel(company.softwareDocuments)],
    [labels.pricingModel, pricingLabel(company.pricingModel)],
    [labels.credentialName, company.credentialName],
    [labels.chatwootInbox, company.chatwootInboxId],
  ];
  const on = options.filter(({ value }) => company.dashboardOptions.includes(value));
  return (
    <section className="panel" aria-label={labels.planAndFeatures}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.planAndFeatures}</h2>
      </div>
      <div className="panel__body stack stack--loose">
        <Facts className="table-card__facts" facts={facts} />
        <h3 className="group-title">{labels.features}</h3>
        {on.length === 0 ? <p className="secondary">{labels.noFeaturesEnabled}</p> : null}
        <ul className="holdings">
          {on.map(({ value, label, does }) => (
            <li key={value}>
              <Badge tone="accent">{label}</Badge>
              <span className="small secondary">
                {does}
                {openedScreens(value).length > 0
                  ? labels.adds(openedScreens(value).join(", "))
                  : ""}
              </span>
            </li>
          ))}
        </ul>
        <p className="caption">{labels.contactParlorSupportChangeThese}</p>
      </div>
    </section>
  );
}
