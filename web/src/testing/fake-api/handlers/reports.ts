// Reports in the fake API. The figures are the same for every range.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  ReportMetric,
  ReportSchema,
  ReportSettingsSchema,
  ReportUnit,
} from "../../../gen/parlor/v1/report_pb";
import { ReportService } from "../../../gen/parlor/v1/report_service_pb";
import { ServiceRequestState } from "../../../gen/parlor/v1/service_request_pb";

const figures = [
  {
    metric: ReportMetric.QUESTIONS,
    title: "Questions asked",
    definition: "Questions by text, email or web chat that the bot answered or left to your team.",
    unit: ReportUnit.COUNT,
    value: 3537,
    previousValue: 3062,
    hasDetails: true,
  },
  {
    metric: ReportMetric.BOT_SHARE,
    title: "Share answered by the bot",
    definition: "Questions answered by the bot out of all questions.",
    unit: ReportUnit.SHARE,
    value: 0.814,
    previousValue: 0.793,
    hasDetails: true,
  },
  {
    metric: ReportMetric.RESOLUTION,
    title: "Time to a staff answer",
    definition: "Median from the question to your team's answer, in business hours.",
    unit: ReportUnit.MINUTES,
    value: 38,
    previousValue: 44,
    p90: 185,
    hasDetails: true,
  },
  {
    metric: ReportMetric.OPT_OUTS,
    title: "Opt-outs",
    definition: "Times that a phone opted out of texts. Texts only.",
    unit: ReportUnit.COUNT,
    value: 0,
    previousValue: 2,
    hasDetails: true,
  },
  {
    metric: ReportMetric.MONEY_SAVED,
    title: "Money saved",
    definition: "Time saved, times the hourly cost that your company assumes.",
    unit: ReportUnit.CENTS,
  },
];

const days = [12n, 30n, 18n].map((questions, place) => ({
  date: `2026-11-0${place + 1}`,
  questions,
  botAnswers: questions - 4n,
  escalations: 4n,
}));

/** More than one page of details. */
const detailTexts = [
  "Where do I park?",
  ...Array.from({ length: 49 }, (_, place) => `When is trash day? (${place + 1})`),
  "Is the pool open?",
];

/** An escalation by email and one in a web chat. */
const otherChannels = [
  {
    subjectId: "escalation-email",
    emailThreadId: "thread-parking",
    communityLabel: "Harbor Row",
    emailAddress: "joan@example.com",
    excerpt: "May I park a boat?",
    value: 38n,
  },
  {
    subjectId: "escalation-chat",
    webChatId: "chat-books",
    communityLabel: "Harbor Row",
    excerpt: "Is there a free library?",
    value: 12n,
  },
];

const dayMs = 86_400_000;

/** Returns the period of the same length right before a range. */
function previousPeriod(startDate: string, endDate: string) {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return {
    previousStartDate: day(start - (end - start) - dayMs),
    previousEndDate: day(start - dayMs),
  };
}

export function registerReportHandlers(router: ConnectRouter): void {
  const settings = create(ReportSettingsSchema, { minutesPerAnswer: 4 });
  router.service(ReportService, {
    getReport({ startDate, endDate }) {
      const report = create(ReportSchema, {
        startDate,
        endDate,
        ...previousPeriod(startDate, endDate),
        timeZone: "America/New_York",
        countedUntil: timestampFromMs(Date.now()),
        figures,
        days,
        previousDays: days,
        categories: [{ category: "Parking", botAnswers: 20n, escalations: 3n }],
        serviceRequests: [
          { state: ServiceRequestState.IN_PROGRESS, upTo7Days: 4n, upTo90Days: 2n, older: 1n },
        ],
        communities: [
          {
            communityId: "community-harbor-row",
            communityLabel: "Harbor Row",
            questions: 60n,
            botAnswers: 48n,
            trend: [1n, 2n, 3n],
          },
        ],
        staff: [{ userId: "user-dana", name: "Dana Okafor", replies: 7n, reviews: 5n }],
        settings,
      });
      return { report };
    },
    listReportDetails({ metric }) {
      if (metric === ReportMetric.RESOLUTION) return { details: otherChannels };
      const toDetail = (excerpt: string, place: number) => ({
        subjectId: `detail-${place}`,
        conversationId: `conversation-${place + 1}`,
        communityLabel: "Harbor Row",
        phone: "+15035550148",
        at: timestampFromMs(Date.now()),
        value: 1n,
        excerpt,
      });
      return { details: detailTexts.map(toDetail) };
    },
    updateReportSettings({ minutesPerAnswer, hourlyCostCents, version }) {
      Object.assign(settings, { minutesPerAnswer, hourlyCostCents, version: version + 1 });
      return { settings };
    },
  });
}
