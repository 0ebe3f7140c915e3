import { type Report, ReportMetric } from "../../gen/parlor/v1/report_pb";
import { AssumptionsPanel } from "./assumptions-panel";
import { CategoriesPanel } from "./categories-panel";
import { CommunitiesTable } from "./communities-table";
import { DaysPanel } from "./days-panel";
import { countedLabel, zoneLabel } from "./figure-labels";
import { labels } from "./labels";
import { MetricCard } from "./metric-card";
import { RequestsTable } from "./requests-table";
import { StaffTable } from "./staff-table";
import { SubscriptionPanel } from "./subscription-panel";

type Props = {
  report: Report;
  isCompared: boolean;
  onOpen: (metric: ReportMetric) => void;
  onCommunity: (id: string) => void;
  onCategory: (category: string) => void;
};

/** Figures shown above the charts. */
const leading: ReadonlySet<ReportMetric> = new Set([
  ReportMetric.QUESTIONS,
  ReportMetric.BOT_SHARE,
  ReportMetric.RESOLUTION,
  ReportMetric.MINUTES_SAVED,
]);

/** All figures, charts and tables of a report. */
export function ReportView({ report, isCompared, onOpen, onCommunity, onCategory }: Props) {
  const { figures, timeZone, countedUntil } = report;
  const toCard = (figure: Report["figures"][number]) => (
    <MetricCard key={figure.metric} figure={figure} isCompared={isCompared} onOpen={onOpen} />
  );
  return (
    <>
      <section className="metrics" aria-label={labels.mainFigures}>
        {figures.filter(({ metric }) => leading.has(metric)).map(toCard)}
      </section>
      <div className="charts">
        <DaysPanel report={report} isCompared={isCompared} />
        <CategoriesPanel categories={report.categories} onOpen={onCategory} />
      </div>
      <CommunitiesTable communities={report.communities} onOpen={onCommunity} />
      <section className="metrics" aria-label={labels.allFigures}>
        {figures.filter(({ metric }) => !leading.has(metric)).map(toCard)}
      </section>
      <RequestsTable requests={report.serviceRequests} />
      <div className="charts">
        <StaffTable staff={report.staff} />
        <div className="stack stack--loose">
          <AssumptionsPanel report={report} />
          <SubscriptionPanel />
        </div>
      </div>
      <p className="caption">{labels.footnote(countedLabel(countedUntil), zoneLabel(timeZone))}</p>
    </>
  );
}
