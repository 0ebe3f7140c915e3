import type { ReportCommunity } from "../../gen/parlor/v1/report_pb";
import { formatDollars, formatNumber } from "../../lib/format-number";
import { Button, CommunityAvatar } from "../../ui";
import { CutNote } from "./cut-note";
import { minutesLabel } from "./figure-labels";
import { communityLabels, labels } from "./labels";
import { toLine, toPoints } from "./scale";

type Props = { communities: readonly ReportCommunity[]; onOpen: (id: string) => void };

const sparkBox = { left: 0, right: 60, top: 2, bottom: 14 };

function Spark({ trend }: { trend: readonly bigint[] }) {
  const values = trend.map(Number);
  return (
    <svg className="spark" viewBox="0 0 60 16" aria-hidden="true">
      <path d={toLine(toPoints(values, Math.max(1, ...values), sparkBox))} />
    </svg>
  );
}

function Row({ community, onOpen }: { community: ReportCommunity } & Pick<Props, "onOpen">) {
  const { communityId, communityLabel, questions, botAnswers, resolutionMinutes } = community;
  const share =
    questions > 0n
      ? `${((Number(botAnswers) / Number(questions)) * 100).toFixed(1)}%`
      : labels.noData;
  const cost = formatDollars(Number(community.segmentCostMicros) / 1_000_000);
  return (
    <tr>
      <td>
        <span className="row">
          <CommunityAvatar name={communityLabel} size="small" />
          <Button variant="link" onPress={() => onOpen(communityId)}>
            {communityLabel}
          </Button>
        </span>
      </td>
      <td className="number">{formatNumber(questions)}</td>
      <td className="number">{share}</td>
      <td className="number">
        {resolutionMinutes === undefined ? labels.noData : minutesLabel(resolutionMinutes)}
      </td>
      <td className="number">{formatNumber(community.segments)}</td>
      <td className="number">{cost}</td>
      <td>
        <Spark trend={community.trend} />
      </td>
    </tr>
  );
}

/** Communities, most questions first. */
export function CommunitiesTable({ communities, onOpen }: Props) {
  return (
    <section className="panel" aria-label={labels.communities}>
      <div className="table-scroll">
        <table className="table" aria-label={communityLabels.table}>
          <thead>
            <tr>
              <th scope="col">{communityLabels.community}</th>
              <th scope="col" className="number">
                {labels.questions}
              </th>
              <th scope="col" className="number">
                {labels.botAnswers}
              </th>
              <th scope="col" className="number">
                {communityLabels.staffAnswer}
              </th>
              <th scope="col" className="number">
                {communityLabels.segments}
              </th>
              <th scope="col" className="number">
                {communityLabels.cost}
              </th>
              <th scope="col">{communityLabels.trend}</th>
            </tr>
          </thead>
          <tbody>
            {communities.map((community) => (
              <Row key={community.communityId} community={community} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      </div>
      <CutNote rows={communities} />
    </section>
  );
}
