import type { Company } from "../../../gen/parlor/v1/company_pb";
import { Badge, type Fact, Facts } from "../../../ui";
import { openedScreens } from "../companies/features";
import { companyLabels, featureOptions, featureText } from "../company-labels";
import { pricingLabel, softwareLabel } from "../labels";
import { labels } from "./labels";

/** Shows the plan and features of the company. Platform administrators set them. */
export function FeaturesPanel({ company }: { company: Company }) {
  const facts: Fact[] = [
    [companyLabels.legalName, company.name],
    [
      companyLabels.smsVersion,
      company.textlineWebhookV3Enabled ? companyLabels.v3 : companyLabels.legacyTexting,
    ],
    [companyLabels.associationSoftware, softwareLabel(company.software)],
    [companyLabels.documentSoftware, softwareLabel(company.softwareDocuments)],
    [companyLabels.pricingModel, pricingLabel(company.pricingModel)],
    [companyLabels.credentialName, company.credentialName],
    [companyLabels.chatwootInbox, company.chatwootInboxId],
  ];
  const on = featureOptions.filter(({ value }) => company.dashboardOptions.includes(value));
  return (
    <section className="panel" aria-label={labels.planAndFeatures}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.planAndFeatures}</h2>
      </div>
      <div className="panel__body stack stack--loose">
        <Facts className="table-card__facts" facts={facts} />
        <h3 className="group-title">{companyLabels.features}</h3>
        {on.length === 0 ? <p className="secondary">{labels.noFeatures}</p> : null}
        <ul className="holdings">
          {on.map(({ value, label, description }) => (
            <li key={value}>
              <Badge tone="accent">{label}</Badge>
              <span className="small secondary">
                {featureText(description, openedScreens(value))}
              </span>
            </li>
          ))}
        </ul>
        <p className="caption">{labels.featuresHint}</p>
      </div>
    </section>
  );
}
