import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import { useConversationPath } from "../../entities/conversation/use-conversation-path";
import { useEmailThreadPath } from "../../entities/email-thread/use-email-thread-path";
import { screenRule } from "../../entities/session/screen-access";
import { useSession } from "../../entities/session/session";
import { visitorLabel } from "../../entities/web-chat/labels";
import { useWebChatPath } from "../../entities/web-chat/use-web-chat-path";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { type Report, type ReportDetail, ReportMetric } from "../../gen/parlor/v1/report_pb";
import { formatDateTime } from "../../lib/format-date";
import { residentName } from "../../lib/names";
import { Button, EmptyState, ErrorState, Skeleton } from "../../ui";
import { minutesLabel } from "./figure-labels";
import { detailLabels, labels } from "./labels";
import { useReportDetails } from "./queries";
import type { ReportingUrlState } from "./url-state";

type Props = { urlState: ReportingUrlState; report: Report | undefined; onClose: () => void };

const times: readonly ReportMetric[] = [
  ReportMetric.FIRST_RESPONSE,
  ReportMetric.RESOLUTION,
  ReportMetric.REQUEST_COMPLETION,
];

/** Returns the URL of the detail in full; undefined if the user can't open it. */
function useDetailPath(detail: ReportDetail): string | undefined {
  const { conversationId, emailThreadId, webChatId, serviceRequestId } = detail;
  const { may } = useSession();
  const toConversationPath = useConversationPath();
  const toEmailThreadPath = useEmailThreadPath();
  const toWebChatPath = useWebChatPath();
  if (serviceRequestId) {
    const { path } = screenRule(Screen.SERVICE_REQUEST);
    return may(Screen.SERVICE_REQUEST)
      ? `${path}?id=${encodeURIComponent(serviceRequestId)}`
      : undefined;
  }
  if (emailThreadId) return toEmailThreadPath?.(emailThreadId);
  if (webChatId) return toWebChatPath?.(webChatId);
  return conversationId ? toConversationPath?.(conversationId) : undefined;
}

/** Returns the name of the resident or the visitor; the phone number or the email address if it is unknown. */
function whoLabel({ residentName: name, phone, emailAddress: email, webChatId }: ReportDetail) {
  return webChatId ? visitorLabel({ name, email }) : residentName(name || email, phone);
}

function DetailRow({ detail, isTime }: { detail: ReportDetail; isTime: boolean }) {
  const { communityLabel, excerpt, at, value } = detail;
  const who = whoLabel(detail);
  const path = useDetailPath(detail);
  return (
    <tr>
      <td>{at ? formatDateTime(timestampDate(at), new Date()) : ""}</td>
      <td>{path ? <Link to={path}>{who}</Link> : who}</td>
      <td>{communityLabel}</td>
      <td className="reporting__text">{excerpt}</td>
      <td className="number">{isTime ? minutesLabel(Number(value)) : String(value)}</td>
    </tr>
  );
}

/** The messages, escalations or service requests that a figure counts. */
export function DetailsPanel({ urlState, report, onClose }: Props) {
  const { metric } = urlState;
  const listing = useReportDetails(urlState, metric);
  const title =
    report?.figures.find((figure) => figure.metric === metric)?.title ?? detailLabels.title;
  const isTime = times.includes(metric);
  const { rows, problem, more } = listing;
  return (
    <section className="panel" aria-label={title}>
      <div className="panel__head">
        <h2 className="panel-title">{title}</h2>
        <Button size="small" icon="back" onPress={onClose}>
          {detailLabels.back}
        </Button>
      </div>
      {problem ? (
        <ErrorState problem={problem} onRetry={listing.onRetry} pending={listing.pending} />
      ) : rows === undefined ? (
        <div className="panel__body">
          <Skeleton wide="100%" high="160px" />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState title={detailLabels.none} text={detailLabels.noneHint} />
      ) : (
        <div className="table-scroll">
          <table className="table reporting__detail" aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{detailLabels.time}</th>
                <th scope="col">{detailLabels.resident}</th>
                <th scope="col">{labels.community}</th>
                <th scope="col">{detailLabels.text}</th>
                <th scope="col" className="number">
                  {isTime ? detailLabels.duration : detailLabels.count}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((detail) => (
                <DetailRow key={detail.subjectId} detail={detail} isTime={isTime} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {more ? (
        <div className="panel__body">
          <Button pending={more.pending} onPress={more.onMore}>
            {detailLabels.loadMore}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
