// Email, texting and partner integrations in the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { PartnerScope } from "../../../gen/parlor/options/v1/access_pb";
import { CarrierService, NumberCarrier } from "../../../gen/parlor/v1/carrier_service_pb";
import {
  ChatwootSchema,
  ChatwootService,
  ChatwootState,
} from "../../../gen/parlor/v1/chatwoot_service_pb";
import {
  AnsweringEngine,
  EngineStatusService,
  SentenceModel,
  WritingModel,
} from "../../../gen/parlor/v1/engine_status_service_pb";
import { EmailTransport, MailService } from "../../../gen/parlor/v1/mail_service_pb";
import { type Partner, PartnerSchema } from "../../../gen/parlor/v1/partner_pb";
import { PartnerService } from "../../../gen/parlor/v1/partner_service_pb";
import type { Db } from "../db";
import { createError, notFound } from "../errors";

export function registerIntegrationHandlers(router: ConnectRouter, db: Db): void {
  router.service(MailService, {
    getEmailConfiguration() {
      return { emailConfiguration: { transport: EmailTransport.OUTBOX } };
    },
    listMails() {
      return { mails: db.emails };
    },
  });

  router.service(EngineStatusService, {
    getEngineStatus() {
      return {
        engine: AnsweringEngine.MEANING,
        model: SentenceModel.READY,
        writing: WritingModel.READY,
      };
    },
  });
  router.service(CarrierService, {
    getTwilio() {
      return { twilio: { messagesUrl: "https://parlor.example/twilio" } };
    },
    setNumberCarrier({ id, carrier }) {
      const previousCarrier = db.numberCarriers.get(id) ?? NumberCarrier.TEST_PHONE;
      const current = carrier || previousCarrier;
      db.numberCarriers.set(id, current);
      return { carrier: current, previousCarrier };
    },
  });

  let chatwoot = create(ChatwootSchema, {
    state: ChatwootState.OFF,
    webhookUrl: "https://parlor.example/chatwoot",
  });
  router.service(ChatwootService, {
    getChatwoot() {
      return { chatwoot };
    },
    configureChatwoot({ baseUrl, accountId, inboxId, apiAccessToken }) {
      if (apiAccessToken === "guess") {
        throw createError(
          Code.FailedPrecondition,
          "CHATWOOT_TEST_FAILED",
          "Nothing was saved. Chatwoot does not accept the API access token for this account. Check both.",
        );
      }
      chatwoot = create(ChatwootSchema, {
        ...chatwoot,
        state: ChatwootState.ON,
        baseUrl,
        accountId,
        inboxId,
      });
      return { chatwoot };
    },
    disconnectChatwoot() {
      chatwoot = create(ChatwootSchema, {
        ...chatwoot,
        state: ChatwootState.OFF,
        baseUrl: "",
        accountId: "",
      });
      return {};
    },
  });

  router.service(PartnerService, {
    listPartners() {
      return { partners: db.partners };
    },
    createPartner({ name, scopes, redirectUris, isPublic }) {
      const partner: Partner = create(PartnerSchema, {
        id: db.id("partner"),
        name,
        clientId: "client-1",
        scopes: scopes.length > 0 ? scopes : [PartnerScope.COMPANY_READ],
        redirectUris,
        isPublic,
        requestsPerMinute: 600,
      });
      db.partners.push(partner);
      return { partner, clientSecret: isPublic ? "" : "only-this-once" };
    },
    revokePartner({ id }) {
      const partner = db.partners.find((one) => one.id === id);
      if (!partner) throw notFound();
      partner.revokedAt = timestampFromMs(db.now());
      return {};
    },
  });
}
