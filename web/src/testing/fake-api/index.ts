// A fake API in memory: all services of the contract, without a server.

import { createRouterTransport } from "@connectrpc/connect";
import { createDb, type Options } from "./db";
import { createGuard } from "./guard";
import { registerAccountHandlers } from "./handlers/account";
import { registerAnswerFileHandlers } from "./handlers/answer-files";
import { registerAudienceHandlers } from "./handlers/audiences";
import { registerBlastTemplateHandlers } from "./handlers/blast-templates";
import { registerBlastHandlers } from "./handlers/blasts";
import { registerCatalogHandlers } from "./handlers/catalogs";
import { registerChannelHealthHandlers } from "./handlers/channel-health";
import { registerCommunityHandlers } from "./handlers/communities";
import { registerCommunityAdminHandlers } from "./handlers/community-admin";
import { registerCompanyAdminHandlers } from "./handlers/company-admin";
import { registerConsentHandlers } from "./handlers/consent";
import { registerConversationHandlers } from "./handlers/conversations";
import { registerDraftHandlers } from "./handlers/drafts";
import { registerEmailHandlers } from "./handlers/email";
import { registerEscalationHandlers } from "./handlers/escalations";
import { registerHomeownerAccountHandlers } from "./handlers/homeowner-accounts";
import { registerInboxHandlers } from "./handlers/inbox";
import { registerIntegrationHandlers } from "./handlers/integrations";
import { registerJobHandlers } from "./handlers/jobs";
import { registerKnowledgeHandlers } from "./handlers/knowledge";
import { registerPlaygroundHandlers } from "./handlers/playground";
import { registerReplayHandlers } from "./handlers/replays";
import { registerReportSubscriptionHandlers } from "./handlers/report-subscription";
import { registerReportHandlers } from "./handlers/reports";
import { registerSavedViewHandlers } from "./handlers/saved-views";
import { registerServiceRequestHandlers } from "./handlers/service-requests";
import { registerSessionHandlers } from "./handlers/session";
import { registerSoftwareRequestHandlers } from "./handlers/software-requests";
import { registerTestCaseHandlers } from "./handlers/test-cases";
import { registerTestPhoneHandlers } from "./handlers/test-phone";
import { registerTextPlanHandlers } from "./handlers/text-plans";
import { registerUnansweredQuestionHandlers } from "./handlers/unanswered-questions";
import { registerUserAdminHandlers } from "./handlers/user-admin";
import { registerWebChatHandlers } from "./handlers/web-chats";
import { registerWorkOrderHandlers } from "./handlers/work-orders";

export function createFakeApi(options: Options = {}) {
  const db = createDb(options);
  const transport = createRouterTransport(
    (router) => {
      registerSessionHandlers(router, db);
      registerEscalationHandlers(router, db);
      registerConversationHandlers(router, db);
      registerCommunityHandlers(router, db);
      registerKnowledgeHandlers(router, db);
      registerReplayHandlers(router, db);
      registerUnansweredQuestionHandlers(router, db);
      registerCatalogHandlers(router, db);
      registerTestPhoneHandlers(router, db);
      registerAccountHandlers(router, db);
      registerCompanyAdminHandlers(router, db);
      registerIntegrationHandlers(router, db);
      registerJobHandlers(router, db);
      registerCommunityAdminHandlers(router, db);
      registerUserAdminHandlers(router, db);
      registerTestCaseHandlers(router, db);
      registerHomeownerAccountHandlers(router, db);
      registerConsentHandlers(router, db);
      registerAnswerFileHandlers(router, db);
      registerPlaygroundHandlers(router, db);
      registerAudienceHandlers(router, db);
      registerBlastHandlers(router, db);
      registerBlastTemplateHandlers(router, db);
      registerDraftHandlers(router, db);
      registerServiceRequestHandlers(router, db);
      registerSavedViewHandlers(router, db);
      registerWorkOrderHandlers(router, db);
      registerSoftwareRequestHandlers(router, db);
      registerReportHandlers(router);
      registerTextPlanHandlers(router, db);
      registerReportSubscriptionHandlers(router);
      registerEmailHandlers(router, db);
      registerInboxHandlers(router, db);
      registerChannelHealthHandlers(router, db);
      registerWebChatHandlers(router, db);
    },
    { router: { interceptors: [createGuard(db)] } },
  );
  return { db, transport };
}
