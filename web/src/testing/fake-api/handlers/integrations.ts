// Email, texting and partner integrations in the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { PartnerScope } from "../../../gen/parlor/options/v1/access_pb";
import {
  CarrierService,
  TextlineSchema,
  TwilioSchema,
} from "../../../gen/parlor/v1/carrier_service_pb";
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
import {
  ClientCredentialStatus,
  IntegrationService,
} from "../../../gen/parlor/v1/integration_service_pb";
import { EmailTransport, MailService } from "../../../gen/parlor/v1/mail_service_pb";
import { NumberCarrier } from "../../../gen/parlor/v1/number_carrier_pb";
import { type Partner, PartnerSchema } from "../../../gen/parlor/v1/partner_pb";
import { PartnerService } from "../../../gen/parlor/v1/partner_service_pb";
import {
  SoftwareConnectionSchema,
  SoftwareSyncSchema,
  SoftwareSyncState,
} from "../../../gen/parlor/v1/software_connection_pb";
import { Software } from "../../../gen/parlor/v1/software_pb";
import type { Db } from "../db";
import { createError, fieldError, notFound } from "../errors";

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
  let textline = create(TextlineSchema, {});
  let twilio = create(TwilioSchema, { messagesUrl: "https://parlor.example/twilio" });
  router.service(CarrierService, {
    getTwilio() {
      return { twilio };
    },
    configureTwilio({ accountSid, messagingServiceSid = "" }) {
      const { messagesUrl } = twilio;
      const configured = accountSid !== "";
      twilio = create(TwilioSchema, { messagesUrl, configured, accountSid, messagingServiceSid });
      return { twilio };
    },
    getTextline() {
      return { textline };
    },
    configureTextline({ email, password }) {
      if (password === "guess") {
        throw createError(
          Code.FailedPrecondition,
          "TEXTLINE_TEST_FAILED",
          "Nothing was saved. Textline did not accept the email address, the password or the API key. Check them.",
        );
      }
      const isNew = !textline.configured && email !== "";
      textline = create(TextlineSchema, { configured: email !== "", email });
      return { textline, webhookUrl: isNew ? "https://parlor.example/textline/first" : "" };
    },
    replaceTextlineWebhook() {
      return { webhookUrl: "https://parlor.example/textline/second" };
    },
    setNumberCarrier({ id, carrier, groupUuid }) {
      if (carrier === NumberCarrier.TEXTLINE && !groupUuid && !db.numberCarriers.has(id)) {
        throw fieldError("groupUuid", "Enter the UUID of the Textline group that has this number.");
      }
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

  let credential = "";
  router.service(IntegrationService, {
    storeClientCredential({ jwt }) {
      const { STORED, REPLACED } = ClientCredentialStatus;
      const status = credential ? REPLACED : STORED;
      credential = jwt;
      return { status };
    },
    getSoftwareConnection() {
      return { connection: db.softwareConnection, isConfigured: db.isSoftwareConfigured };
    },
    startCincConnection() {
      return { authorizationUrl: "https://cinc.example/connect/authorize?state=s1" };
    },
    completeCincConnection({ state }) {
      if (state !== "s1") {
        throw createError(
          Code.FailedPrecondition,
          "SOFTWARE_AUTHORIZATION_INVALID",
          "This connection has expired, or someone else started it. Connect CINC again.",
        );
      }
      db.softwareConnection = create(SoftwareConnectionSchema, {
        software: Software.CINC,
        managementId: "7",
        connectedAt: timestampFromMs(db.now()),
      });
      return { connection: db.softwareConnection };
    },
    connectBuildium({ clientId, clientSecret }) {
      if (clientSecret === "guess") {
        throw createError(
          Code.FailedPrecondition,
          "SOFTWARE_CALL_FAILED",
          "Nothing was saved. Buildium does not accept the client ID and the secret.",
        );
      }
      db.softwareConnection = create(SoftwareConnectionSchema, {
        software: Software.BUILDIUM,
        clientId,
        connectedAt: timestampFromMs(db.now()),
      });
      return { connection: db.softwareConnection };
    },
    connectVantaca({ companyCode, login, password }) {
      if (password === "guess") {
        throw createError(
          Code.FailedPrecondition,
          "SOFTWARE_CALL_FAILED",
          "Nothing was saved. Vantaca does not accept this login from this server.",
        );
      }
      db.softwareConnection = create(SoftwareConnectionSchema, {
        software: Software.VANTACA,
        companyCode,
        login,
        connectedAt: timestampFromMs(db.now()),
      });
      return { connection: db.softwareConnection };
    },
    disconnectSoftware() {
      db.softwareConnection = create(SoftwareConnectionSchema);
      return {};
    },
    syncCompany() {
      if (db.softwareConnection.software === Software.UNSPECIFIED) {
        throw createError(
          Code.FailedPrecondition,
          "NO_ASSOCIATIONS",
          "The company is not connected to its software. Connect it, or upload a file first.",
        );
      }
      db.softwareConnection.lastSync = create(SoftwareSyncSchema, {
        state: SoftwareSyncState.RUNNING,
        startedAt: timestampFromMs(db.now()),
        communities: 3,
        communitiesDone: 1,
      });
      return { added: ["Quarry Bend"] };
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
