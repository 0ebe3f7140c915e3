import { toProblem } from "../../api/problem";
import { ExportNotice } from "../../forms/export-file";
import { ReportMetric } from "../../gen/parlor/v1/report_pb";
import { EmptyState, ErrorState, Skeleton } from "../../ui";
import { CustomRange } from "./custom-range";
import { DetailsPanel } from "./details-panel";
import { comparisonLabel, periodLabel } from "./figure-labels";
import { Filters } from "./filters";
import { filterLabels, labels, rangeFieldLabels } from "./labels";
import { useExportReport, useReport } from "./queries";
import { isValidRange } from "./range";
import { ReportView } from "./report-view";
import "./reporting.css";
import "./printed-report.css";
import { useReportingUrlState } from "./url-state";

function ReportSkeleton() {
  return (
    <div className="metrics" aria-busy="true">
      {["one", "two", "three", "four", "five", "six", "seven", "eight"].map((key) => (
        <div key={key} className="panel metric">
          <Skeleton wide="60%" high="16px" />
          <Skeleton wide="40%" high="32px" />
          <Skeleton wide="100%" high="40px" />
        </div>
      ))}
    </div>
  );
}

/** Figures on messages, answers and staff, with the items they count. */
export default function ReportingPage() {
  const [urlState, setUrlState] = useReportingUrlState();
  const query = useReport(urlState);
  const exporting = useExportReport(urlState);
  const isValid = isValidRange(urlState, new Date());
  const report = isValid ? query.data?.report : undefined;
  const close = () => setUrlState({ metric: ReportMetric.UNSPECIFIED });
  return (
    <>
      <div className="screen-head">
        <div className="row__grow">
          <h1 className="screen-title">{labels.title}</h1>
          <p className="small secondary">{report ? periodLabel(report) : ""}</p>
          {report && urlState.isCompared ? (
            <p className="caption">{comparisonLabel(report)}</p>
          ) : null}
        </div>
        <Filters
          urlState={urlState}
          categories={report?.categories ?? []}
          setUrlState={setUrlState}
          isValid={isValid}
          exporting={exporting}
        />
        {urlState.range === "custom" ? (
          <CustomRange start={urlState.start} end={urlState.end} onChange={setUrlState} />
        ) : null}
      </div>
      <div className="screen-body stack stack--loose reporting">
        <ExportNotice
          exporting={exporting}
          preparing={filterLabels.exporting}
          content={filterLabels.exportedRows}
        />
        {!isValid ? (
          <EmptyState title={rangeFieldLabels.invalid} text={rangeFieldLabels.invalidHint} />
        ) : urlState.metric ? (
          <DetailsPanel urlState={urlState} report={report} onClose={close} />
        ) : query.error && !report ? (
          <ErrorState
            title={labels.loadFailed}
            problem={toProblem(query.error)}
            onRetry={() => void query.refetch()}
            pending={query.isFetching}
          />
        ) : report ? (
          <ReportView
            report={report}
            isCompared={urlState.isCompared}
            onOpen={(metric) => setUrlState({ metric })}
            onCommunity={(community) => setUrlState({ community })}
            onCategory={(category) => setUrlState({ category })}
          />
        ) : (
          <ReportSkeleton />
        )}
      </div>
    </>
  );
}
