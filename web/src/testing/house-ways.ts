// How the house in memory reaches the outside: mail, texts and partners.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import { PartnerScope } from "../gen/parlor/options/v1/access_pb";
import {
  AnsweringEngine,
  AnsweringService,
  SentenceModel,
  WritingModel,
} from "../gen/parlor/v1/answering_service_pb";
import { CarrierService } from "../gen/parlor/v1/carrier_service_pb";
import {
  EmailWay,
  type Mail,
  MailSchema,
  MailService,
  MailStatus,
} from "../gen/parlor/v1/mail_service_pb";
import { type Partner, PartnerSchema } from "../gen/parlor/v1/partner_pb";
import { PartnerService } from "../gen/parlor/v1/partner_service_pb";
import { notFound, type Rooms } from "./house";
import { administrator } from "./house-office";

export function createMails(now: number): Mail[] {
  return [
    create(MailSchema, {
      id: "mail-1",
      to: "kim@wickhamrowe.example",
      subject: "Welcome to Parlor",
      status: MailStatus.KEPT,
      createdAt: timestampFromMs(now),
    }),
    create(MailSchema, {
      id: "mail-2",
      to: "priya@home.example",
      subject: "About your question",
      body: "A doorbell camera is fine.",
      status: MailStatus.FAILED,
      problem: "The mail server does not know this address.",
      createdAt: timestampFromMs(now - 60_000),
    }),
  ];
}

export function ways(router: ConnectRouter, rooms: Rooms): void {
  router.service(MailService, {
    getEmailConfiguration(_, context) {
      administrator(rooms, context);
      return { emailConfiguration: { way: EmailWay.OUTBOX } };
    },
    listMails(_, context) {
      administrator(rooms, context);
      return { mails: rooms.mails };
    },
  });

  router.service(AnsweringService, {
    getAnswering(_, context) {
      administrator(rooms, context);
      return {
        engine: AnsweringEngine.MEANING,
        model: SentenceModel.READY,
        writing: WritingModel.READY,
      };
    },
  });
  router.service(CarrierService, {
    getTwilio(_, context) {
      administrator(rooms, context);
      return { twilio: { messagesUrl: "https://parlor.example/twilio" } };
    },
  });

  router.service(PartnerService, {
    listPartners(_, context) {
      administrator(rooms, context);
      return { partners: rooms.partners };
    },
    createPartner({ name, scopes, redirectUris }, context) {
      administrator(rooms, context);
      const partner: Partner = create(PartnerSchema, {
        id: rooms.id("partner"),
        name,
        clientId: "client-1",
        scopes: scopes.length > 0 ? scopes : [PartnerScope.COMPANY_READ],
        redirectUris,
        requestsPerMinute: 600,
      });
      rooms.partners.push(partner);
      return { partner, clientSecret: "only-this-once" };
    },
    revokePartner({ id }, context) {
      administrator(rooms, context);
      const partner = rooms.partners.find((one) => one.id === id);
      if (!partner) throw notFound();
      partner.revokedAt = timestampFromMs(rooms.now());
      return {};
    },
  });
}
