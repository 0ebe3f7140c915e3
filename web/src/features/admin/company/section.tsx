// The company that the user works for: its branding and features.

import { useSession } from "../../../entities/session/session";
import { EmptyState } from "../../../ui";
import "../../../ui/table/table.css";
import "./company.css";
import { BrandingForm } from "./branding-form";
import { FeaturesPanel } from "./features-panel";
import { labels } from "./labels";

export default function CompanySection() {
  // The session has loaded the company.
  const { company } = useSession();
  if (!company.id) {
    return <EmptyState title={labels.noCompany} text={labels.noCompanyHint} />;
  }
  return (
    <div className="company">
      <BrandingForm key={company.id} company={company} />
      <FeaturesPanel company={company} />
    </div>
  );
}
