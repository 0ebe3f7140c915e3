//! Entries on daily life: waste, amenities, packages, cars, repairs.

use super::Row;

pub const ROWS: &[Row] = &[
    (
        "trash",
        "What days is garbage collected?",
        &["When do they come for the trash?"],
        "Tuesday and Friday mornings. Put bins out after 6 pm the evening before.",
    ),
    (
        "bulk",
        "How do I get rid of large furniture?",
        &["Can you pick up an old mattress?"],
        "Call the city for a bulk pickup on the first Monday of the month.",
    ),
    (
        "recycling",
        "What can be recycled?",
        &["Do you take cardboard and glass?"],
        "Paper, cardboard, cans and glass go in the blue containers. No plastic bags.",
    ),
    (
        "pool-hours",
        "When is the swimming pool open?",
        &["What time does the pool close?"],
        "Daily from 8 am to 10 pm, May to September.",
    ),
    (
        "pool-guests",
        "Can I bring guests to the pool?",
        &["How many visitors may use the pool with me?"],
        "Up to four guests a household, with the owner present.",
    ),
    (
        "gym",
        "What are the fitness center hours?",
        &["Is the gym open late?"],
        "The fitness center is open from 5 am to 11 pm every day.",
    ),
    (
        "package",
        "Where do packages go when they are delivered?",
        &["How do I pick up a parcel?"],
        "Parcels are in the locker room beside the lobby; the code comes by text.",
    ),
    (
        "mailbox",
        "I lost my mailbox key, how do I get a new one?",
        &[],
        "Mailbox locks are changed by the post office; bring proof of residence.",
    ),
    (
        "fob",
        "How do I get a replacement key fob?",
        &["My fob stopped working", "I need another remote for the gate"],
        "Fobs are $50 at the management office, with identification.",
    ),
    (
        "lockout",
        "I am locked out of my unit, who can help?",
        &["locked myself out"],
        "Staff hold no keys. Call a locksmith of your choice.",
    ),
    (
        "guest-parking",
        "Where can visitors park?",
        &["Do guests need a parking pass?"],
        "In the spaces marked V, with a pass from the portal, up to 48 hours.",
    ),
    (
        "parking-space",
        "Which parking spot is assigned to me?",
        &[],
        "Your space number is on your closing papers and in the portal.",
    ),
    ("towed", "My car was towed, where is it?", &[], "Call Harbor Towing, open day and night."),
    (
        "ev",
        "Is there an electric vehicle charging station?",
        &["Where can I charge my Tesla?"],
        "Two chargers are on level P1, paid by card.",
    ),
    (
        "bikes",
        "Where can I store my bicycle?",
        &[],
        "In the bike room on level P1; ask the office for a tag.",
    ),
    (
        "leash",
        "Do dogs have to be on a leash?",
        &["someone is not picking up after their dog"],
        "Dogs are leashed in all common areas and owners pick up after them.",
    ),
    (
        "noise",
        "What are the quiet hours?",
        &["My neighbor is playing loud music", "Who do I call about noise at night?"],
        "From 10 pm to 7 am. For loud noise at night call security.",
    ),
    (
        "grill",
        "Can I use a grill on my patio?",
        &["Are barbecues allowed?"],
        "Open flames are not allowed; use the gas grills beside the pool.",
    ),
    (
        "leak",
        "There is water leaking from my ceiling",
        &["What should I do if a pipe bursts?"],
        "Call the emergency line at once, and shut the valve under the sink if you can.",
    ),
    (
        "ac",
        "Who fixes my air conditioner?",
        &["My AC is not cooling"],
        "The unit's own air conditioner is the owner's; call a contractor.",
    ),
    (
        "power",
        "What should I do when the power is out?",
        &[],
        "Check your breaker, then call the power company.",
    ),
    (
        "pests",
        "How do I ask for pest control?",
        &["I have roaches in my kitchen"],
        "The exterminator comes on the second Wednesday; sign up at the office.",
    ),
    (
        "laundry",
        "Where are the laundry machines?",
        &["The washer ate my money"],
        "On level P1, open from 7 am to 10 pm.",
    ),
];
