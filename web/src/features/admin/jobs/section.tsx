// Work in the background that was given up: it is seen, tried again or let go.

import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { tell } from "../../../forms/tell";
import { type DeadJob, JobService } from "../../../gen/parlor/v1/job_service_pb";
import { useIsPlatform } from "../../../rpc/acting";
import { listingOf, pagesOf } from "../../../rpc/listing";
import { toProblem } from "../../../rpc/problem";
import { Button, Checkbox, EmptyFace, Select, toast } from "../../../ui";
import { type Column, DataTable, ReasonDialog } from "../../../ui/table";
import { usePlace } from "../use-place";
import { useReadAgain } from "../use-read-again";
import { momentWords } from "../words";

const everywhere = "all";

function useJobs() {
  const { get } = usePlace();
  const platform = useIsPlatform();
  const asked = { kind: get("kind"), allCompanies: platform && get("of") === everywhere };
  const query = useInfiniteQuery(
    JobService.method.listDeadJobs,
    { ...asked, pageToken: "" },
    pagesOf,
  );
  return { asked, query, platform };
}

function Again({ job }: { job: DeadJob }) {
  const readAgain = useReadAgain();
  const replay = useMutation(JobService.method.replayJob, {
    onSuccess: async () => {
      toast.success("It is tried again.");
      await readAgain();
    },
    onError: tell,
  });
  return (
    <Button
      size="small"
      icon="retry"
      pending={replay.isPending}
      onPress={() => replay.mutate({ id: job.id })}
      aria-label={`Try again: ${job.purpose}`}
    >
      Try again
    </Button>
  );
}

const columns = (onDiscard: (job: DeadJob) => void, everyCompany: boolean): Column<DeadJob>[] => [
  { id: "purpose", title: "To do", cell: ({ purpose }) => <b className="strong">{purpose}</b> },
  ...(everyCompany
    ? [
        {
          id: "company",
          title: "Company",
          cell: ({ company }: DeadJob) => company || "The platform's own",
        },
      ]
    : []),
  { id: "problem", title: "Why it failed", cell: ({ problem }) => problem },
  { id: "attempts", title: "Tries", number: true, cell: ({ attempts }) => attempts },
  {
    id: "when",
    title: "Given up",
    cell: ({ diedAt, createdAt }) => (
      <span className="secondary nowrap">{momentWords(diedAt ?? createdAt)}</span>
    ),
  },
  {
    id: "acts",
    title: "Actions",
    acts: true,
    cell: (job) => (
      <span className="row">
        <Again job={job} />
        <Button
          variant="quiet"
          size="small"
          icon="bin"
          aria-label={`Let go: ${job.purpose}`}
          onPress={() => onDiscard(job)}
        />
      </span>
    ),
  },
];

function Discard({ job, onClose }: { job: DeadJob; onClose: () => void }) {
  const readAgain = useReadAgain();
  const discard = useMutation(JobService.method.discardJob, {
    onSuccess: async () => {
      toast.success("It is let go.");
      onClose();
      await readAgain();
    },
  });
  return (
    <ReasonDialog
      title="Let this go?"
      text={
        <p>
          {job.purpose}: it is never done, and cannot be brought back. A text or a mail that it was
          to send says so from then on.
        </p>
      }
      act="Let it go"
      pending={discard.isPending}
      problem={discard.error ? toProblem(discard.error) : undefined}
      onClose={onClose}
      onAct={(reason) => discard.mutate({ id: job.id, reason })}
    />
  );
}

type Asked = ReturnType<typeof useJobs>["asked"];

/** All of one kind at once, where one is chosen. */
function AllAgain({ asked }: { asked: Asked }) {
  const readAgain = useReadAgain();
  const replay = useMutation(JobService.method.replayJobs, {
    onSuccess: async ({ replayed }) => {
      toast.success(`${replayed} are tried again.`);
      await readAgain();
    },
    onError: tell,
  });
  if (!asked.kind) return null;
  return (
    <Button icon="retry" pending={replay.isPending} onPress={() => replay.mutate(asked)}>
      Try all of these again
    </Button>
  );
}

function Filters({ jobs }: { jobs: ReturnType<typeof useJobs> }) {
  const { get, go } = usePlace();
  const kinds = jobs.query.data?.pages[0]?.kinds ?? [];
  return (
    <div className="filters">
      <Select
        label="Kind"
        hideLabel
        value={get("kind")}
        onChange={(kind) => go({ kind })}
        options={[
          { value: "", label: "Everything" },
          ...kinds.map(({ kind, purpose, count }) => ({
            value: kind,
            label: `${purpose} (${count})`,
          })),
        ]}
      />
      {jobs.platform ? (
        <Checkbox
          label="Of every company"
          isSelected={jobs.asked.allCompanies}
          onChange={(all) => go({ of: all ? everywhere : "" })}
        />
      ) : null}
      <span className="row__grow" />
      <AllAgain asked={jobs.asked} />
    </div>
  );
}

export default function JobsSection() {
  const { get, go } = usePlace();
  const jobs = useJobs();
  const listing = listingOf(jobs.query, (page) => page.jobs);
  const opened = listing.rows?.find(({ id }) => id === get("job"));
  return (
    <section className="panel" aria-label="Failed jobs">
      <Filters jobs={jobs} />
      <DataTable
        label="Failed jobs"
        columns={columns(({ id }) => go({ job: id }), jobs.asked.allCompanies)}
        listing={listing}
        rowId={({ id }) => id}
        current={opened?.id}
        empty={
          <EmptyFace
            title="Nothing was given up"
            text="Work in the background that fails again and again waits here for you."
          />
        }
      />
      {opened ? <Discard job={opened} onClose={() => go({ job: "" })} /> : null}
    </section>
  );
}
