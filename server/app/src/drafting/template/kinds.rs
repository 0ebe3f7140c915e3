//! Kinds of drafts and of their inputs. The numbers match the contract.

platform::db_enum! {
    /// Kind of a draft.
    #[derive(Default)]
    DraftKind {
        /// Not set.
        #[default]
        Unspecified = 0,
        /// A text of the writing assistant.
        Writing = 1,
        /// Minutes of a meeting.
        MeetingMinutes = 2,
        /// A scope of work for bids.
        ScopeOfWork = 3,
        /// A policy of a community.
        Policy = 4,
        /// A summary of a dispute.
        Mediation = 5,
        /// Posts and a statement.
        SocialMedia = 6,
        /// An email or a letter.
        Correspondence = 7,
    }
}

platform::db_enum! {
    /// What a text of the writing assistant is for.
    #[derive(Default)]
    WritingPurpose {
        /// Not set.
        #[default]
        Unspecified = 0,
        /// A notice to residents.
        Notice = 1,
        /// An update for the board.
        BoardUpdate = 2,
        /// A letter about a violation.
        ViolationLetter = 3,
        /// A welcome to a new resident.
        WelcomeLetter = 4,
        /// A reply to a complaint.
        ComplaintReply = 5,
        /// A notice of maintenance work.
        MaintenanceNotice = 6,
        /// An invitation to an event.
        EventInvitation = 7,
        /// A reminder of a payment.
        PaymentReminder = 8,
    }
}

impl WritingPurpose {
    /// Returns the name in a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unspecified | Self::Notice => "notice to residents",
            Self::BoardUpdate => "board update",
            Self::ViolationLetter => "violation letter",
            Self::WelcomeLetter => "welcome letter",
            Self::ComplaintReply => "reply to a complaint",
            Self::MaintenanceNotice => "maintenance notice",
            Self::EventInvitation => "event invitation",
            Self::PaymentReminder => "payment reminder",
        }
    }
}

platform::db_enum! {
    /// Tone of a text.
    #[derive(Default)]
    DraftTone {
        /// Not set.
        #[default]
        Unspecified = 0,
        /// Friendly.
        Friendly = 1,
        /// Neutral.
        Neutral = 2,
        /// Firm.
        Firm = 3,
    }
}

platform::db_enum! {
    /// Length of a text.
    #[derive(Default)]
    DraftLength {
        /// Not set.
        #[default]
        Unspecified = 0,
        /// About 80 words.
        Short = 1,
        /// About 180 words.
        Medium = 2,
        /// About 350 words.
        Long = 3,
    }
}

platform::db_enum! {
    /// Language of a text.
    #[derive(Default)]
    DraftLanguage {
        /// Not set.
        #[default]
        Unspecified = 0,
        /// English.
        English = 1,
        /// Spanish.
        Spanish = 2,
        /// French.
        French = 3,
    }
}

platform::db_enum! {
    /// What a guided input is.
    #[derive(Default)]
    DraftFieldKey {
        /// Not set.
        #[default]
        Unspecified = 0,
        /// Date and time of a meeting.
        MeetingDate = 1,
        /// Who attended.
        Attendees = 2,
        /// Number of directors that a quorum needs.
        Quorum = 3,
        /// Trade of a scope of work.
        Trade = 4,
        /// Site of a scope of work.
        Site = 5,
        /// Constraints of a scope of work.
        Constraints = 6,
        /// Date until which bids are due or work is finished.
        Deadline = 7,
        /// Date from which a policy holds.
        EffectiveDate = 8,
        /// First party of a dispute.
        FirstParty = 9,
        /// Account of the first party.
        FirstAccount = 10,
        /// Second party of a dispute.
        SecondParty = 11,
        /// Account of the second party.
        SecondAccount = 12,
        /// Contact for questions.
        Contact = 13,
        /// Recipient of a letter.
        Recipient = 14,
        /// Subject of a letter.
        Subject = 15,
    }
}

impl DraftFieldKey {
    /// Returns the name in a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unspecified => "input",
            Self::MeetingDate => "meeting date",
            Self::Attendees => "attendees",
            Self::Quorum => "quorum",
            Self::Trade => "trade",
            Self::Site => "site",
            Self::Constraints => "constraints",
            Self::Deadline => "deadline",
            Self::EffectiveDate => "effective date",
            Self::FirstParty => "first party",
            Self::FirstAccount => "first party's account",
            Self::SecondParty => "second party",
            Self::SecondAccount => "second party's account",
            Self::Contact => "contact",
            Self::Recipient => "recipient",
            Self::Subject => "subject",
        }
    }
}
