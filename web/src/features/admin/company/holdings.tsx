import type { Company } from "../../../gen/parlor/v1/company_pb";
import { Badge } from "../../../ui";
import { opensOf, options } from "../companies/features";
import { pricingWords, softwareWords } from "../words";

/** What the company has, as those who run the platform set it up. */
export function Holdings({ company }: { company: Company }) {
  const facts: [string, string][] = [
    ["Legal name", company.name],
    ["Texting", company.textlineWebhookV3Enabled ? "On v3" : "Before v3"],
    ["Association software", softwareWords(company.software)],
    ["Software for documents", softwareWords(company.softwareDocuments)],
    ["Pricing model", pricingWords(company.pricingModel)],
    ["Credential name", company.credentialName],
    ["Chatwoot inbox", company.chatwootInboxId],
  ];
  const on = options.filter(({ value }) => company.dashboardOptions.includes(value));
  return (
    <section className="panel" aria-label="What it has">
      <div className="panel__head">
        <h2 className="panel-title">What it has</h2>
      </div>
      <div className="panel__body stack stack--loose">
        <dl className="table-card__facts">
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <h3 className="group-title">Features</h3>
        {on.length === 0 ? <p className="secondary">None is switched on.</p> : null}
        <ul className="holdings">
          {on.map(({ value, label, does }) => (
            <li key={value}>
              <Badge tone="accent">{label}</Badge>
              <span className="small secondary">
                {does}
                {opensOf(value).length > 0 ? ` Opens ${opensOf(value).join(", ")}.` : ""}
              </span>
            </li>
          ))}
        </ul>
        <p className="caption">Those who run the platform change this. Ask them.</p>
      </div>
    </section>
  );
}
