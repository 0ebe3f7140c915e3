//! Entries on the association: fees, permissions, documents, the office.

use super::Row;

pub const ROWS: &[Row] = &[
    (
        "dues-pay",
        "How can I make my monthly assessment payment?",
        &["Where do I pay my maintenance fee online?", "Can I mail a check for my assessment?"],
        "Pay in the owner portal, by auto-pay, or by check to the management office.",
    ),
    (
        "dues-amount",
        "How much are the monthly association fees?",
        &["What do I owe each month?"],
        "Fees depend on the size of the unit; the amount is on your statement in the portal.",
    ),
    (
        "dues-due",
        "When are assessments due?",
        &["What day is my payment late?"],
        "On the 1st of the month; a late charge of $25 applies after the 15th.",
    ),
    (
        "clubhouse",
        "How do I reserve the clubhouse?",
        &["I want to rent the party room for a birthday"],
        "Book in the portal; a $200 deposit is required and returned after cleaning.",
    ),
    (
        "pets",
        "What is the pet policy?",
        &["How many dogs can I have?", "Is there a weight limit for pets?"],
        "Two pets a unit, up to 50 pounds each, registered with the office.",
    ),
    (
        "smoking",
        "Is smoking allowed on balconies?",
        &[],
        "The whole property is smoke free, balconies included.",
    ),
    (
        "rent-out",
        "Can I rent out my unit?",
        &["What is the minimum lease term?", "Is Airbnb allowed here?"],
        "Leases of 12 months or longer, with an application to the board. No short stays.",
    ),
    (
        "move",
        "How do I schedule a move?",
        &["Do I have to book the elevator to move in?"],
        "Reserve the freight elevator a week ahead; moves are 9 to 5, Monday to Saturday.",
    ),
    (
        "renovation",
        "Do I need approval to renovate my unit?",
        &["How do I submit an architectural request?"],
        "Send the architectural form to the board; allow 30 days.",
    ),
    (
        "floor",
        "Can I replace my carpet with hardwood floors?",
        &[],
        "Yes, with a sound barrier rated IIC 60 and board approval.",
    ),
    ("dish", "May I install a satellite dish?", &[], "On your own balcony only, not on the roof or railing."),
    ("paint-door", "Can I paint my front door?", &[], "Doors are common property and keep their color."),
    (
        "work-order",
        "How do I submit a maintenance request?",
        &["Something in the hallway is broken"],
        "Open a work order in the portal under Maintenance.",
    ),
    (
        "insurance",
        "What insurance do I need as an owner?",
        &["Does the association's policy cover my unit?"],
        "Owners carry an HO-6 policy; the association insures the structure.",
    ),
    (
        "insurance-cert",
        "How can my lender get a certificate of insurance?",
        &[],
        "Lenders order it from the agent's website.",
    ),
    (
        "meeting",
        "When is the next board meeting?",
        &["Can owners attend the board meetings?"],
        "On the third Thursday at 7 pm in the clubhouse; owners are welcome.",
    ),
    ("minutes", "Where can I find the meeting minutes?", &[], "In the portal under Documents."),
    (
        "bylaws",
        "Where can I get a copy of the bylaws?",
        &["I need the rules and regulations"],
        "In the portal under Documents.",
    ),
    (
        "office",
        "What are the management office hours?",
        &["How do I reach the property manager?"],
        "Monday to Friday, 9 to 5; office@example.org.",
    ),
    (
        "portal",
        "How do I register for the owner portal?",
        &["I forgot my portal password"],
        "Go to the portal and choose First visit; the code is on your statement.",
    ),
    ("storage", "How do I rent a storage locker?", &[], "Ask the office for the waiting list; $30 a month."),
    (
        "selling",
        "What do I need to do when I sell my unit?",
        &["Who provides the estoppel letter?"],
        "Order the resale documents from the management company two weeks ahead.",
    ),
];
