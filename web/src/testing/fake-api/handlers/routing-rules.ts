// Routing rules and reply targets in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { ReplyTargetService } from "../../../gen/parlor/v1/reply_target_service_pb";
import {
  type RoutingRule,
  RoutingRuleSchema,
  RoutingRuleService,
} from "../../../gen/parlor/v1/routing_rule_service_pb";
import type { Db } from "../db";
import { createError, notFound, requireShown } from "../errors";

type Wanted = Pick<RoutingRule, "name" | "condition" | "assigneeIds">;

export function registerReplyTargetHandlers(router: ConnectRouter, db: Db): void {
  router.service(ReplyTargetService, {
    getReplyTargets() {
      return { targets: db.replyTargets };
    },
    updateReplyTargets({ textMinutes, emailMinutes, webChatMinutes }) {
      db.replyTargets = { textMinutes, emailMinutes, webChatMinutes };
      return { targets: db.replyTargets };
    },
  });
}

export function registerRoutingRuleHandlers(router: ConnectRouter, db: Db): void {
  const place = (id: string) => {
    const at = db.routingRules.findIndex((rule) => rule.id === id);
    if (at < 0) throw notFound();
    return at;
  };
  const toRule = (id: string, { name, condition, assigneeIds }: Wanted) => {
    requireShown("name", name, "Write a name.");
    if (db.routingRules.some((rule) => rule.name === name && rule.id !== id))
      throw createError(Code.AlreadyExists, "ROUTING_RULE_EXISTS", "Taken.");
    const names = assigneeIds.map((assignee) => {
      const user = db.accounts.find((account) => account.user.id === assignee)?.user;
      return user ? `${user.firstName} ${user.lastName}` : "";
    });
    const conditions = condition ? { condition } : {};
    return create(RoutingRuleSchema, {
      id,
      name,
      assigneeIds,
      assigneeNames: names,
      ...conditions,
    });
  };
  const all = () => ({
    routingRules: db.routingRules.map((rule) => clone(RoutingRuleSchema, rule)),
  });
  router.service(RoutingRuleService, {
    listRoutingRules() {
      return all();
    },
    createRoutingRule(request) {
      const routingRule = toRule(db.id("routing-rule"), request);
      db.routingRules.push(routingRule);
      return { routingRule };
    },
    updateRoutingRule(request) {
      const routingRule = toRule(request.id, request);
      db.routingRules.splice(place(request.id), 1, routingRule);
      return { routingRule };
    },
    moveRoutingRule({ id, position }) {
      db.routingRules.splice(position, 0, ...db.routingRules.splice(place(id), 1));
      return all();
    },
    deleteRoutingRule({ id }) {
      db.routingRules.splice(place(id), 1);
      return {};
    },
  });
}
