//! The priority of what waits for staff.

crate::db_enum! {
    /// Priority of an escalation, a conversation or an email thread.
    Priority {
        /// Can wait until all others are answered.
        Low = 1,
        /// In the order of its time.
        Normal = 2,
        /// Before those of normal priority.
        High = 3,
        /// Before all others.
        Urgent = 4,
    }
}

impl Priority {
    /// All of them, the highest first.
    pub const DESCENDING: [Self; 4] = [Self::Urgent, Self::High, Self::Normal, Self::Low];

    /// The priority of what is new.
    #[must_use]
    pub const fn initial(is_emergency: bool) -> Self {
        if is_emergency { Self::Urgent } else { Self::Normal }
    }

    /// The priority's name, as staff read it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Low => "Low",
            Self::Normal => "Normal",
            Self::High => "High",
            Self::Urgent => "Urgent",
        }
    }
}
