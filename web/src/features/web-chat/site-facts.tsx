import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import { Facts } from "../../ui";
import { PartTitle } from "../../ui/two-pane";
import { PreviewPanel } from "./chat-preview";
import { formLabels, siteLabels } from "./labels";

/** The settings of a community's chat, for users who can't change them. */
export function SiteFacts({ site }: { site: WebChatSite }) {
  const { isEnabled, title, greeting, color, isOnLeft, isOfficeHoursOnly, allowedOrigins } = site;
  return (
    <div className="stack stack--loose site__pair">
      <section className="panel" aria-label={formLabels.title}>
        <div className="panel__head">
          <PartTitle>{formLabels.title}</PartTitle>
        </div>
        <div className="panel__body stack stack--loose">
          <p className="small secondary">{formLabels.administratorsOnly}</p>
          <Facts
            className="fact-list"
            facts={[
              [formLabels.enabled, isEnabled ? siteLabels.on : siteLabels.off],
              [formLabels.chatTitle, title],
              [formLabels.greeting, greeting || formLabels.none],
              [formLabels.color, color],
              [formLabels.position, isOnLeft ? formLabels.left : formLabels.right],
              [formLabels.hours, isOfficeHoursOnly ? formLabels.officeHours : formLabels.always],
              [formLabels.sites, allowedOrigins.join(", ") || formLabels.noSites],
            ]}
          />
        </div>
      </section>
      <PreviewPanel settings={site} />
    </div>
  );
}
