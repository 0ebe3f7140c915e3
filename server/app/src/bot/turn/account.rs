//! Answers that tell of an account: who may hear them, and what a resident is asked for first.
//!
//! Whoever cannot prove who they are hears what anybody would, and staff get the question.
mod stopping;

use std::{slice, time::Duration};

use answering::{Language, Match};
use platform::{Fault, Timestamp, jobs};
pub use stopping::StopProving;

use super::{Handed, Step, Turn, case::Case, question::End};
use crate::{
    bot::{brain::Found, known::Meant, words},
    conversation::{self, MessageId},
    homeowner::{self, Account, Asked, Auth, Heard, Proved, Said, Standing, Untold, Way, Wrong},
    knowledge,
    voice::{self, Words},
};

/// The kind of the jobs that wait no more for a proof.
pub const STOP_PROVING: &str = "give up proof";

/// So long a proof is waited for.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// An answer that tells of an account, and how it was found.
pub(super) struct OfAccount<'a> {
    pub found: &'a Found,
    pub matches: &'a [Match],
    pub answer: &'a knowledge::Answer,
    pub language: Language,
}

impl Turn<'_> {
    /// Tells of an account, asks for a proof of whose it is, or leaves the question to staff.
    pub(super) async fn of_account(
        &mut self,
        mut steps: Vec<Step>,
        of: &OfAccount<'_>,
    ) -> Result<End, Fault> {
        let (case, now) = (self.case, self.context.now());
        if self.wrong().await?.iter().any(Wrong::is_over) {
            let why = "The answer tells of an account, and they did not prove who they are a moment ago, so staff \
                       answer.";
            return self.leave(steps, of, why.to_owned()).await;
        }
        let accounts = self.accounts().await?;
        let proved = homeowner::proved(self.tx, self.scope, &case.conversation.id).await?;
        let may_mail = homeowner::may_mail(self.tx, self.scope, self.context).await?;
        let auth = Auth::of(case.community.persona.homeowner_auth);
        match homeowner::standing(auth, accounts, &proved, may_mail, now) {
            Standing::Told(accounts, why) => {
                steps.push(("proved", why));
                self.tell(steps, of, &accounts).await
            }
            Standing::Asked(_) if case.is_out => {
                let why = "The answer tells of an account, and whoever opted out of texts cannot be asked for a proof, \
                           so staff answer.";
                self.leave(steps, of, why.to_owned()).await
            }
            Standing::Asked(way) => self.ask_to_prove(steps, of, way).await,
            Standing::Staff(why) => {
                let why = format!("The answer tells of an account, and {why}, so staff answer.");
                self.leave(steps, of, why).await
            }
        }
    }

    /// How often the phone that texts was wrong of late.
    async fn wrong(&mut self) -> Result<Vec<Wrong>, Fault> {
        let Case { community, conversation, .. } = self.case;
        let since = self.context.now().minus(homeowner::RESTS);
        Wrong::of(self.tx, self.scope, (&community.id, &conversation.phone), since).await
    }

    /// The accounts of the phone that texts.
    async fn accounts(&mut self) -> Result<Vec<Account>, Fault> {
        let Case { community, conversation, .. } = self.case;
        homeowner::of_phone(self.tx, self.scope, &community.id, &conversation.phone).await
    }

    /// Texts what is told of these accounts.
    async fn tell(
        &mut self,
        steps: Vec<Step>,
        of: &OfAccount<'_>,
        accounts: &[Account],
    ) -> Result<End, Fault> {
        let community = &self.case.community;
        let today = knowledge::day(&community.time_zone, self.context.now());
        let collections = &community.persona.collections_message;
        let worded = |words: &str| voice::plain(community, words);
        let text = match homeowner::told(&of.answer.answer, accounts, collections, today, worded) {
            Ok(text) => text,
            Err(Untold(why)) => return self.leave(steps, of, format!("{why}, so staff answer.")).await,
        };
        // Word for word, also for whoever writes in another language.
        let text = match answering::language(&of.answer.answer) == of.language {
            true => text,
            false => words::in_english(of.language, &text),
        };
        let decision = self.decided(of.matches, of.found, true).await?;
        let why = format!(
            "Replied with the answer to \"{}\", filled in for {}.",
            of.answer.question,
            homeowner::called_all(accounts)
        );
        self.conclude(steps, ("replied", why)).await?;
        self.speak(Words::Ready(&text), Some(&decision)).await?;
        knowledge::count_use(self.tx, self.scope, of.answer).await?;
        Ok(End::Replied)
    }

    /// Leaves the question to staff, with the answer as it is written.
    async fn leave(&mut self, steps: Vec<Step>, of: &OfAccount<'_>, why: String) -> Result<End, Fault> {
        let case = self.case;
        let decision = self.decided(of.matches, of.found, false).await?;
        self.conclude(steps, ("escalated", why)).await?;
        let reply = words::hand_over(&case.to(of.language), false);
        let suggested = Some((of.answer, decision.confidence));
        let (question, language) = (case.message.body.as_str(), of.language);
        self.hand_over(&Handed { question, suggested, language, reply: Some(Words::Plain(&reply)) }).await?;
        Ok(End::Escalated)
    }

    /// Asks for what proves whose account it is, and waits for it.
    async fn ask_to_prove(&mut self, steps: Vec<Step>, of: &OfAccount<'_>, way: Way) -> Result<End, Fault> {
        let (case, now) = (self.case, self.context.now());
        if let Some((_, earlier)) = self.stop_proving().await? {
            let step = ("asked_back", "They asked again, so this waits no more.".to_owned());
            self.of(&earlier).note(slice::from_ref(&step)).await?;
        }
        let (says, why) = match way {
            Way::Unit => (words::your_unit(of.language), "they were asked for their unit first.".to_owned()),
            Way::Code => {
                let accounts = self.accounts().await?;
                let question = (&case.message.id, case.label.as_str());
                let mailed = homeowner::send(self.tx, self.scope, self.context, question, &accounts).await?;
                (words::your_code(of.language), mailed_to(mailed))
            }
        };
        let (message_id, answer_id) = (case.message.id.clone(), of.answer.id.to_string());
        // Whoever asks again has no more tries than were left.
        let wrong = self.wrong().await?;
        let tries = wrong.iter().find(|wrong| wrong.way == way).map_or(0, |wrong| wrong.tries);
        let asked = Asked { message_id, answer_id, way, tries, asked_ms: now };
        asked.save(self.tx, self.scope, &case.conversation.id).await?;
        let job = jobs::Job {
            company: self.scope.company().clone(),
            kind: STOP_PROVING,
            payload: serde_json::json!({ "message": case.message.id, "asked_ms": now }),
            key: key(&case.message.id, now),
            // The resident's next text does not wait for it.
            lane: key(&case.message.id, now),
            run_at: now.plus(PATIENCE),
        };
        jobs::enqueue(self.tx, &self.context.ids, now, job).await?;
        conversation::settle(self.tx, self.scope, &case.conversation.id).await?;
        self.decided(of.matches, of.found, false).await?;
        self.conclude(steps, ("asked_back", format!("The answer tells of an account, so {why}"))).await?;
        self.say(says, None).await?;
        Ok(End::AskedBack)
    }

    /// Hears what proves who they are, where that is waited for; false when the text is about something
    /// else.
    pub(super) async fn take_proof(&mut self) -> Result<bool, Fault> {
        let conversation = &self.case.conversation.id;
        let asked = Asked::find(self.tx, self.scope, conversation).await?;
        let Some(asked) = asked.filter(|asked| !asked.is_over()) else { return Ok(false) };
        let Some(said) = homeowner::said(asked.way, &self.case.message.body) else { return Ok(false) };
        let Some(earlier) = Case::find(self.tx, self.scope, &asked.message_id).await? else {
            return Ok(false);
        };
        // What is said after the last try proves nothing, to whichever number they text it.
        let heard = match self.wrong().await?.iter().any(Wrong::is_over) {
            true => Heard::Wrong,
            false => self.heard(&asked, &said).await?,
        };
        match heard {
            Heard::Proves(accounts) => self.take_proved(&asked, &earlier, &accounts).await?,
            Heard::TooOld => {
                let step =
                    ("asked_back", "The code was right and too old, so there is a new one.".to_owned());
                self.note_on_this(step).await?;
                self.answer_earlier(&asked, &earlier).await?;
            }
            Heard::Wrong => self.take_wrong(asked, &earlier).await?,
        }
        Ok(true)
    }

    async fn heard(&mut self, asked: &Asked, said: &Said) -> Result<Heard, Fault> {
        let accounts = self.accounts().await?;
        match asked.way {
            Way::Unit => match said.units(accounts) {
                named if named.is_empty() => Ok(Heard::Wrong),
                named => Ok(Heard::Proves(named)),
            },
            Way::Code => {
                let code = (&asked.message_id, said);
                homeowner::hear(self.tx, self.scope, self.context, code, accounts).await
            }
        }
    }

    /// Notes on this text what came of it.
    async fn note_on_this(&mut self, step: Step) -> Result<(), Fault> {
        let mut steps = self.case.steps();
        steps.push(step);
        self.note(&steps).await
    }

    /// Keeps what was proved, and answers what was asked before.
    async fn take_proved(
        &mut self,
        asked: &Asked,
        earlier: &Case,
        accounts: &[Account],
    ) -> Result<(), Fault> {
        let conversation = &self.case.conversation.id;
        for account in accounts {
            let proved =
                Proved { account_id: account.id.clone(), way: asked.way, proved_ms: self.context.now() };
            homeowner::keep_proved(self.tx, self.scope, conversation, &proved).await?;
        }
        let Case { community, conversation, .. } = self.case;
        Wrong::clear(self.tx, self.scope, (&community.id, &conversation.phone)).await?;
        let by = match asked.way {
            Way::Unit => "naming the unit",
            Way::Code => "a code that was e-mailed",
        };
        let why = format!("They proved that {} is theirs by {by}.", homeowner::called_all(accounts));
        self.note_on_this(("proved", why)).await?;
        self.answer_earlier(asked, earlier).await
    }

    /// Asks once more, but not for ever.
    async fn take_wrong(&mut self, asked: Asked, earlier: &Case) -> Result<(), Fault> {
        let Case { community, conversation, .. } = self.case;
        let (phone, now) = ((&community.id, &conversation.phone), self.context.now());
        Wrong::count(self.tx, self.scope, phone, asked.way, (now, now.minus(homeowner::RESTS))).await?;
        let (wrong, most) = (self.wrong().await?, asked.way.most_tries());
        let tries = wrong.iter().find(|wrong| wrong.way == asked.way).map_or(1, |wrong| wrong.tries);
        let language = answering::language(&earlier.message.body);
        let what = match asked.way {
            Way::Unit => "It is not the unit of an account of this phone",
            Way::Code => "It is not the code that was e-mailed",
        };
        if wrong.iter().any(Wrong::is_over) {
            let why = format!("{what}, for the last time of {most}.");
            self.note_on_this(("proved", why)).await?;
            let reply = words::hand_over(&self.case.to(language), false);
            let why = "They did not prove who they are, so staff answer.";
            // Whoever guesses is not asked again at once: that is counted.
            return self.give_proof_up(&asked, earlier, why, Some(&reply)).await;
        }
        let conversation = &self.case.conversation.id;
        let again = match asked.way {
            Way::Unit => words::your_unit_again(language),
            Way::Code => words::your_code_again(language),
        };
        Asked { tries, ..asked }.save(self.tx, self.scope, conversation).await?;
        self.note_on_this(("proved", format!("{what}: {tries} of {most} tries."))).await?;
        self.say(again, None).await
    }

    /// Answers what was asked before, as it stands now.
    async fn answer_earlier(&mut self, asked: &Asked, earlier: &Case) -> Result<(), Fault> {
        self.stop(asked).await?;
        let (today, nothing_read) = (self.today(), Meant::default());
        let found = self.of(earlier).known(&nothing_read, &today).await?.find(&earlier.message.body);
        // What was deleted meanwhile, or holds no longer, cannot be sent any more.
        let holds = |answer: &&knowledge::Answer| answer.is_answered() && !answer.has_expired(&today);
        let language = answering::language(&earlier.message.body);
        let Some(answer) = found.named(&asked.answer_id).filter(holds) else {
            let why = "The answer is not there any more, so staff answer.";
            let step = ("escalated", why.to_owned());
            self.of(earlier).note(slice::from_ref(&step)).await?;
            let reply = words::hand_over(&self.case.to(language), false);
            let reply = Some(Words::Plain(&reply));
            let question = earlier.message.body.as_str();
            let handed = Handed { question, suggested: None, language, reply };
            return self.of(earlier).hand_over(&handed).await;
        };
        let confidence =
            found.matches.iter().find(|it| it.id == asked.answer_id).map_or(1.0, |it| it.confidence);
        let (id, question) = (asked.answer_id.clone(), answer.question.clone());
        let chosen = Match { id, question, confidence };
        let of = OfAccount { found: &found, matches: slice::from_ref(&chosen), answer, language };
        self.of(earlier).of_account(Vec::new(), &of).await.map(drop)
    }

    /// What is done with a question that waits for a proof, when the resident wrote something else: it
    /// goes on waiting unless staff have been asked anyway.
    pub(super) async fn let_proof_go(&mut self, outcome: End) -> Result<(), Fault> {
        if outcome != End::Escalated {
            return Ok(());
        }
        let Some((asked, earlier)) = self.stop_proving().await? else { return Ok(()) };
        // They hear once that staff were asked.
        self.give_proof_up(&asked, &earlier, "They wrote something else, so staff answer this one.", None)
            .await
    }

    /// The question that waits for a proof in this conversation, which waits no more.
    async fn stop_proving(&mut self) -> Result<Option<(Asked, Case)>, Fault> {
        let conversation = &self.case.conversation.id;
        let asked = Asked::find(self.tx, self.scope, conversation).await?;
        let Some(asked) = asked.filter(|asked| !asked.is_over()) else { return Ok(None) };
        self.stop(&asked).await?;
        let earlier = Case::find(self.tx, self.scope, &asked.message_id).await?;
        Ok(earlier.map(|earlier| (asked, earlier)))
    }

    /// Waits no more. Its job finds nothing to do.
    async fn stop(&mut self, asked: &Asked) -> Result<(), Fault> {
        asked.delete(self.tx, self.scope).await
    }

    /// Hands a question to staff that waited for a proof, with the answer as it is written.
    async fn give_proof_up(
        &mut self,
        asked: &Asked,
        earlier: &Case,
        why: &str,
        reply: Option<&str>,
    ) -> Result<(), Fault> {
        self.stop(asked).await?;
        let step = ("escalated", why.to_owned());
        self.of(earlier).note(slice::from_ref(&step)).await?;
        let (today, nothing_read) = (self.today(), Meant::default());
        let question = earlier.message.body.as_str();
        let found = self.of(earlier).known(&nothing_read, &today).await?.find(question);
        let suggested = found.named(&asked.answer_id).map(|answer| (answer, f64::from(found.confidence())));
        let language = answering::language(question);
        let reply = reply.map(Words::Plain);
        self.of(earlier).hand_over(&Handed { question, suggested, language, reply }).await
    }
}

/// What staff read of a code.
fn mailed_to(mailed: usize) -> String {
    match mailed {
        0 => "a code is asked for. None was e-mailed: this phone is on no account with an e-mail address, or \
              three were sent in the last hour. They heard what anybody hears, and staff get the question in 15 \
              minutes."
            .to_owned(),
        1 => "a code was e-mailed to the address on their account.".to_owned(),
        many => format!("codes were e-mailed to the {many} addresses on their accounts."),
    }
}

/// Of each time that it is asked.
fn key(message: &MessageId, now: Timestamp) -> String {
    format!("proof {message} {}", now.0)
}
