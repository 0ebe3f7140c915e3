//! The demo's web chats.
use platform::{Fault, Scope, Tx, ids::CommunityId};

use super::{Maker, dataset};
use crate::{
    knowledge::answer,
    messaging::{
        escalation::{self, Escalation},
        web_chat::{self, InboxStatus, PastMessage, WebChat, WebChatAuthor},
        web_chat_site::{self, WebChatSite},
    },
};

impl Maker<'_> {
    pub(super) async fn web_chats(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        company: &dataset::Company,
        communities: &[dataset::Community],
    ) -> Result<(), Fault> {
        for from in &company.web_chat_sites {
            let Some(community) = communities.iter().find(|one| one.tag == from.community) else { continue };
            let site = WebChatSite {
                community_id: community.id(),
                community_tag: community.tag.clone(),
                key: from.key.clone(),
                is_enabled: true,
                title: from.title.clone(),
                greeting: from.greeting.clone(),
                color: from.color.clone(),
                is_on_left: false,
                is_office_hours_only: true,
                allowed_origins: from.allowed_origins.clone().into(),
                version: 1,
                signing_secret_ms: None,
            };
            web_chat_site::save(tx, scope, &site).await?;
            for chat in &from.chats {
                self.web_chat(tx, scope, &site.community_id, chat).await?;
            }
        }
        Ok(())
    }

    async fn web_chat(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &CommunityId,
        from: &dataset::WebChat,
    ) -> Result<(), Fault> {
        let begun = from.messages.first().map_or(self.now, |first| self.ago(first.minutes_ago));
        let chat = WebChat {
            id: from.id.as_str().into(),
            community_id: community.clone(),
            name: from.name.clone(),
            email: from.email.clone(),
            page: from.page.clone(),
            snippet: String::new(),
            message_count: 0,
            is_after_hours: from.is_after_hours,
            is_test: false,
            is_greeted: true,
            started_ms: begun,
            last_message_ms: begun,
            seen_ms: from.messages.last().map(|last| self.ago(last.minutes_ago)),
            expires_ms: begun,
            has_open_question: from.escalated.is_some(),
            staff_typing_until_ms: None,
            inbox_status: from
                .escalated
                .map_or_else(InboxStatus::default, |_| InboxStatus::waiting_for_staff()),
        };
        let messages: Vec<PastMessage<'_>> = from.messages.iter().map(|one| self.past_message(one)).collect();
        let ids = web_chat::insert_past(tx, &self.ids, scope, &chat, &messages).await?;
        for (id, message) in ids.iter().zip(&from.messages) {
            let Some(question) = &message.answers else { continue };
            if let Some(answer) = answer::find_by_question(tx, scope, community, question).await? {
                web_chat::set_answer(tx, scope, id, &answer).await?;
            }
        }
        let escalated = from.escalated.and_then(|place| from.messages.get(place).zip(ids.get(place)));
        let Some((asked, message)) = escalated else { return Ok(()) };
        let asked_ms = self.ago(asked.minutes_ago);
        let raised = Escalation {
            web_chat_id: Some(chat.id),
            web_chat_message_id: Some(message.clone()),
            suggested_category: escalation::suggested_category(&asked.body, None),
            ..escalation::opened(self.ids.next(self.now), community.clone(), asked.body.clone(), asked_ms)
        };
        escalation::insert(tx, scope, &raised).await?;
        Ok(())
    }

    fn past_message<'a>(&self, from: &'a dataset::WebChatMessage) -> PastMessage<'a> {
        PastMessage {
            author: if from.is_from_visitor { WebChatAuthor::Visitor } else { WebChatAuthor::Bot },
            body: &from.body,
            bot_note: &from.note,
            at: self.ago(from.minutes_ago),
        }
    }
}
