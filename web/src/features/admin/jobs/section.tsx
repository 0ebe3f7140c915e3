// Failed background jobs, which administrators retry or discard.

import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { pagination, toListing } from "../../../api/listing";
import { toProblem } from "../../../api/problem";
import { isResultLost } from "../../../api/result-lost";
import { useIsPlatformAdmin } from "../../../entities/session/impersonation";
import { toastError } from "../../../forms/toast-error";
import { type DeadJob, JobKind, JobService } from "../../../gen/parlor/v1/job_service_pb";
import { Button, Checkbox, EmptyState, Select, toast } from "../../../ui";
import { type Column, DataTable, ReasonDialog } from "../../../ui/table";
import { formatMoment, sharedLabels } from "../labels";
import { sectionLabels } from "../section-labels";
import { useAdminUrlState } from "../url-state";
import { useRefresh } from "../use-refresh";
import { labels } from "./labels";

const allCompanies = "all";

/** Returns the kind that a filter names; an unknown name means all. */
const toKind = (name: string) => JobKind[name as keyof typeof JobKind] ?? JobKind.UNSPECIFIED;

const kindNames = new Map<number, string>(
  Object.entries(JobKind).map(([name, kind]) => [kind, name]),
);

function useJobs() {
  const { get } = useAdminUrlState();
  const platform = useIsPlatformAdmin();
  const filters = {
    kind: toKind(get("kind")),
    allCompanies: platform && get("of") === allCompanies,
  };
  const query = useInfiniteQuery(
    JobService.method.listDeadJobs,
    { ...filters, pageToken: "" },
    pagination,
  );
  return { filters, query, platform };
}

function RetryButton({ job }: { job: DeadJob }) {
  const refresh = useRefresh();
  const replay = useMutation(JobService.method.replayJob, {
    onSuccess: async () => {
      toast.success(labels.jobQueued);
      await refresh();
    },
    onError: toastError,
  });
  return (
    <Button
      size="small"
      icon="retry"
      pending={replay.isPending}
      onPress={() => replay.mutate({ id: job.id })}
      aria-label={labels.retryJob(job.purpose)}
    >
      {labels.retry}
    </Button>
  );
}

const columns = (onDiscard: (job: DeadJob) => void, everyCompany: boolean): Column<DeadJob>[] => [
  { id: "purpose", title: labels.job, cell: ({ purpose }) => <b className="strong">{purpose}</b> },
  ...(everyCompany
    ? [
        {
          id: "company",
          title: sharedLabels.company,
          cell: ({ company }: DeadJob) => company || labels.platform,
        },
      ]
    : []),
  { id: "problem", title: labels.error, cell: ({ problem }) => problem },
  { id: "attempts", title: labels.attempts, number: true, cell: ({ attempts }) => attempts },
  {
    id: "when",
    title: labels.failedOn,
    cell: ({ diedAt, createdAt }) => (
      <span className="secondary nowrap">{formatMoment(diedAt ?? createdAt)}</span>
    ),
  },
  {
    id: "actions",
    title: sharedLabels.actions,
    actions: true,
    cell: (job) => (
      <span className="row">
        <RetryButton job={job} />
        <Button
          variant="quiet"
          size="small"
          icon="bin"
          aria-label={labels.discardJob(job.purpose)}
          onPress={() => onDiscard(job)}
        />
      </span>
    ),
  },
];

function DiscardButton({ job, onClose }: { job: DeadJob; onClose: () => void }) {
  const refresh = useRefresh();
  const discard = useMutation(JobService.method.discardJob, {
    onSuccess: async () => {
      toast.success(labels.jobDiscarded);
      onClose();
      await refresh();
    },
  });
  return (
    <ReasonDialog
      title={labels.discardTitle}
      text={<p>{labels.discardEffect(job.purpose)}</p>}
      act={labels.confirmDiscard}
      pending={discard.isPending}
      problem={discard.error ? toProblem(discard.error) : undefined}
      onClose={onClose}
      onAct={(reason) => discard.mutate({ id: job.id, reason })}
    />
  );
}

type JobFilters = ReturnType<typeof useJobs>["filters"];

/** Retries all jobs of the selected kind. */
function RetryAllButton({ filters }: { filters: JobFilters }) {
  const refresh = useRefresh();
  const replay = useMutation(JobService.method.replayJobs, {
    onSuccess: async (response) => {
      if (!isResultLost(response)) toast.success(labels.jobsQueued(response.replayed));
      await refresh();
    },
    onError: toastError,
  });
  if (filters.kind === JobKind.UNSPECIFIED) return null;
  return (
    <Button icon="retry" pending={replay.isPending} onPress={() => replay.mutate(filters)}>
      {labels.retryAll}
    </Button>
  );
}

function Filters({ jobs }: { jobs: ReturnType<typeof useJobs> }) {
  const { get, go } = useAdminUrlState();
  const counts = jobs.query.data?.pages[0]?.kinds ?? [];
  // A kind that this version does not know cannot be selected.
  const selectable = counts.filter(({ kind }) => kind !== JobKind.UNSPECIFIED);
  return (
    <div className="filters">
      <Select
        label={labels.kind}
        hideLabel
        value={get("kind")}
        onChange={(kind) => go({ kind })}
        options={[
          { value: "", label: labels.allJobs },
          ...selectable.map(({ kind, purpose, count }) => ({
            value: kindNames.get(kind) ?? "",
            label: `${purpose} (${count})`,
          })),
        ]}
      />
      {jobs.platform ? (
        <Checkbox
          label={labels.allCompanies}
          isSelected={jobs.filters.allCompanies}
          onChange={(all) => go({ of: all ? allCompanies : "" })}
        />
      ) : null}
      <span className="row__grow" />
      <RetryAllButton filters={jobs.filters} />
    </div>
  );
}

export default function JobsSection() {
  const { get, go } = useAdminUrlState();
  const jobs = useJobs();
  const listing = toListing(jobs.query, (page) => page.jobs);
  const opened = listing.rows?.find(({ id }) => id === get("job"));
  return (
    <section className="panel" aria-label={sectionLabels.jobs}>
      <Filters jobs={jobs} />
      <DataTable
        label={sectionLabels.jobs}
        columns={columns(({ id }) => go({ job: id }), jobs.filters.allCompanies)}
        listing={listing}
        rowId={({ id }) => id}
        current={opened?.id}
        empty={<EmptyState title={labels.noFailedJobs} text={labels.noFailedJobsHint} />}
      />
      {opened ? <DiscardButton job={opened} onClose={() => go({ job: "" })} /> : null}
    </section>
  );
}
