import type { ReportCommunity } from "../../gen/parlor/v1/report_pb";
import { Button, CommunityAvatar } from "../../ui";
import { minutesLabel } from "./labels";
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
    questions > 0n ? `${((Number(botAnswers) / Number(questions)) * 100).toFixed(1)}%` : "No data";
  const cost = (Number(community.segmentCostMicros) / 1_000_000).toLocaleString("en", {
    style: "currency",
    currency: "USD",
  });
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
      <td className="number">{questions.toLocaleString("en")}</td>
      <td className="number">{share}</td>
      <td className="number">
        {resolutionMinutes === undefined ? "No data" : minutesLabel(resolutionMinutes)}
      </td>
      <td className="number">{community.segments.toLocaleString("en")}</td>
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
    <section className="panel" aria-label="Communities">
      <div className="table-scroll">
        <table className="table table--tight" aria-label="Communities, most questions first">
          <thead>
            <tr>
              <th scope="col">Community, most questions first</th>
              <th scope="col" className="number">
                Questions
              </th>
              <th scope="col" className="number">
                Answered by the bot
              </th>
              <th scope="col" className="number">
                Staff answer
              </th>
              <th scope="col" className="number">
                Segments
              </th>
              <th scope="col" className="number">
                Cost
              </th>
              <th scope="col">Trend</th>
            </tr>
          </thead>
          <tbody>
            {communities.map((community) => (
              <Row key={community.communityId} community={community} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
