//! Who does which kind of job, and what is done again and again.
use std::{collections::HashMap, sync::Arc};

use platform::jobs::{Handler, Handlers, Schedule};

use crate::{
    account, bot, carrier, community_admin,
    context::Context,
    desk, knowledge, mail,
    upkeep::{Bygone, Forget},
    voice,
};

pub fn handlers(context: &Context, brain: &bot::Brain, voice: &voice::Voice) -> Handlers {
    let answer = bot::Answer { context: context.clone(), brain: brain.clone(), voice: voice.clone() };
    let give_up = bot::GiveUp { context: context.clone(), brain: brain.clone() };
    let stop_proving = bot::StopProving { context: context.clone(), brain: brain.clone() };
    let settings = &context.settings;
    let twilio =
        Arc::new(carrier::Twilio::new(&settings.twilio_url, &settings.public_url, context.clock.clone()));
    let deliver = carrier::Deliver::new(context.clone(), twilio.clone());
    let reconcile = carrier::Reconcile { context: context.clone(), twilio };
    let mut handlers = HashMap::from([
        (bot::ANSWER, Arc::new(answer) as Arc<dyn Handler>),
        (bot::GIVE_UP, Arc::new(give_up)),
        (bot::STOP_PROVING, Arc::new(stop_proving)),
        (bot::CALIBRATE.kind, Arc::new(bot::Calibrate(context.clone()))),
        (carrier::DELIVER, Arc::new(deliver)),
        (carrier::RECONCILE, Arc::new(reconcile)),
        (account::RESET, Arc::new(account::SendLink { context: context.clone() })),
        (community_admin::PURGE.kind, Arc::new(community_admin::Purge(context.clone()))),
        (desk::WAKE, Arc::new(desk::Wake(context.clone()))),
        (knowledge::START, Arc::new(knowledge::Start(context.clone()))),
        (mail::SEND, Arc::new(mail::Courier { context: context.clone() })),
    ]);
    for what in Bygone::ALL {
        handlers.insert(what.schedule().kind, Arc::new(Forget { context: context.clone(), what }));
    }
    Arc::new(handlers)
}

/// What is done again and again.
pub fn schedules() -> Vec<Schedule> {
    Bygone::ALL.into_iter().map(Bygone::schedule).chain([community_admin::PURGE, bot::CALIBRATE]).collect()
}
