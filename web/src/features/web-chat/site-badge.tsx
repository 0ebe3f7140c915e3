import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import { Badge } from "../../ui";
import { siteLabels } from "./labels";

/** Whether a community's chat is on, off or not set up. */
export function SiteBadge({ site }: { site: WebChatSite }) {
  if (site.isEnabled) return <Badge tone="success">{siteLabels.on}</Badge>;
  if (site.version > 0) return <Badge>{siteLabels.off}</Badge>;
  return <Badge tone="outline">{siteLabels.notSetUp}</Badge>;
}
