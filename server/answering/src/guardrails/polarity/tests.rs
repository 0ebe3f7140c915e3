//! Replies that rephrase an answer, and replies that change its meaning.

use super::*;

/// Answers, and replies that keep their meaning.
const FAITHFUL: &[(&str, &[&str])] = &[
    (
        "Grills are allowed on patios. They must be ten feet from the building.",
        &[
            "Yes, grills are allowed on patios. They must be ten feet from the building.",
            "Grills are allowed on patios, and they must be ten feet from the building.",
            "You can have a grill on your patio. It must be ten feet from the building.",
            "Hi! Grills are permitted on patios, but they must be ten feet from the building.",
        ],
    ),
    (
        "Grills are not allowed on balconies.",
        &[
            "No, grills are not allowed on balconies.",
            "Sorry, you can't have a grill on your balcony.",
            "Grills are prohibited on balconies.",
            "You may not have a grill on a balcony.",
            "No grills are permitted on balconies.",
            "Unfortunately, grills aren't allowed on the balconies.",
        ],
    ),
    (
        "Guest parking is free for 24 hours. After that, a permit is required.",
        &[
            "Guest parking is free for 24 hours. After that, a permit is required.",
            "Guest parking is free of charge for 24 hours. After that you need a permit.",
            "There is no charge for guest parking for 24 hours; after that, a permit is required.",
        ],
    ),
    (
        "The clubhouse rental fee is $100.",
        &["The fee to rent the clubhouse is $100.", "It costs $100 to rent the clubhouse."],
    ),
    (
        "The pool is open from 8 am to 9 pm. It is closed on Mondays.",
        &[
            "The pool is open from 8:00 AM to 9 pm and closed on Mondays.",
            "The pool is open from 8 am until 9 pm. It is not open on Mondays.",
            "The pool opens at 8 am and closes at 9 pm. It's closed on Mondays.",
        ],
    ),
    (
        "You do not need a permit to paint your front door.",
        &[
            "No, you don't need a permit to paint your front door.",
            "A permit is not required to paint your front door.",
            "There is no need for a permit to paint your front door.",
        ],
    ),
    (
        "Only residents may use the gym.",
        &["The gym is for residents only.", "Only residents may use the gym, sorry!"],
    ),
    (
        "Register guests at least 2 days before they arrive.",
        &["Please register guests at least 2 days before they arrive."],
    ),
    (
        "Each home may have at most 2 pets.",
        &["You may have up to 2 pets in your home.", "Homes may have no more than 2 pets."],
    ),
    ("Do not feed the geese.", &["Please don't feed the geese.", "Feeding the geese is not allowed."]),
    ("Trash is picked up on Tuesdays and Fridays.", &["Your trash is picked up every Tuesday and Friday."]),
    (
        "Dogs are allowed, but cats are not.",
        &["Dogs are allowed, cats are not.", "Cats are not allowed, but dogs are."],
    ),
    ("Fences are allowed with board approval.", &["You can have a fence with approval of the board."]),
    (
        "Quiet hours are from 10 pm to 8 am. Please keep music down.",
        &[
            "Quiet hours run from 10 pm to 8 am, so please keep your music down.",
            "Please keep music down during quiet hours, 10 pm to 8 am.",
        ],
    ),
    (
        "Dues are $250 a month and are due on the 1st. You can pay online at pay.example.",
        &["Your dues are $250 a month, due on the 1st. You can pay them online at pay.example."],
    ),
    (
        "Bulk items are picked up on the first Monday. Call 555 010 0199 to schedule it.",
        &["Hi there! Bulk items are picked up on the first Monday. Please call 555 010 0199 to schedule it."],
    ),
    (
        "Moving trucks may park at the loading dock for two hours. Tell the office before your move.",
        &[
            "Your moving truck can park at the loading dock for two hours. Please tell the office before your move.",
        ],
    ),
    (
        "Smoking is not allowed anywhere in the building.",
        &["Sorry, you can't smoke anywhere in the building.", "Smoking is prohibited in the building."],
    ),
];

/// Answers, and replies that change their meaning.
const CHANGED: &[(&str, &[&str])] = &[
    (
        "Grills are allowed on patios. They must be ten feet from the building.",
        &[
            "No home may have a grill.",
            "Grills are not allowed on patios.",
            "Grills are never allowed on patios.",
            "Grills are prohibited on patios.",
            "You can't have a grill on your patio.",
            "No, grills are on patios.",
            "Grills are allowed on patios without approval.",
            "Grills must be on patios.",
            "Grills are allowed on patios. They may be ten feet from the building.",
            "Grills are allowed on patios. They need not be ten feet from the building.",
            "Grills are allowed on patios. They must not be ten feet from the building.",
            "Grills are only allowed on patios.",
            "Nobody may grill on patios.",
            "Yes.",
            "No.",
            "Patio grills cost extra.",
        ],
    ),
    (
        "Grills are not allowed on balconies.",
        &[
            "Grills are allowed on balconies.",
            "Yes, you can have a grill on your balcony.",
            "Yes! Grills are not allowed on balconies.",
            "Grills are not prohibited on balconies.",
            "Sure, put your grill on the balcony.",
            "You do not need approval for grills on balconies.",
            "Yes.",
        ],
    ),
    (
        "The clubhouse rental fee is $100.",
        &[
            "Renting the clubhouse is free of charge.",
            "There is no fee to rent the clubhouse.",
            "The clubhouse rental is complimentary.",
            "You can rent the clubhouse without charge.",
            "You can rent the clubhouse.",
            "The $100 clubhouse rental fee is waived.",
        ],
    ),
    (
        "Guest parking is free for 24 hours.",
        &[
            "Guest parking is for 24 hours.",
            "There is a fee for guest parking for 24 hours.",
            "Guest parking is not free for 24 hours.",
        ],
    ),
    (
        "The pool is open from 8 am to 9 pm. It is closed on Mondays.",
        &[
            "The pool is closed from 8 am to 9 pm.",
            "The pool is open on Mondays.",
            "The pool is open on Mondays from 8 am to 9 pm.",
            "The pool is always open.",
            "The pool is open after 9 pm.",
            "The pool is open except from 8 am to 9 pm.",
        ],
    ),
    (
        "You must register your guests before they arrive.",
        &[
            "You must not register your guests before they arrive.",
            "You are not required to register your guests before they arrive.",
            "You don't have to register your guests before they arrive.",
            "You may register your guests before they arrive.",
            "You must register your guests after they arrive.",
            "You should register your guests before they arrive.",
            "Register your guests before they arrive.",
            "It's optional to register your guests before they arrive.",
        ],
    ),
    (
        "You do not need a permit to paint your front door.",
        &[
            "You need a permit to paint your front door.",
            "You must not paint your front door.",
            "You may not paint your front door without a permit.",
        ],
    ),
    (
        "Each home may have at most 2 pets.",
        &[
            "Each home may have at least 2 pets.",
            "Each home may have more than 2 pets.",
            "Each home must have 2 pets.",
            "Each home may have 2 pets or more.",
            "No home may have 2 pets.",
        ],
    ),
    (
        "Register guests at least 2 days before they arrive.",
        &[
            "Register guests at most 2 days before they arrive.",
            "Register guests at least 2 days after they arrive.",
        ],
    ),
    (
        "Dogs are allowed, but cats are not.",
        &[
            "Cats are allowed, but dogs are not.",
            "Dogs and cats are allowed.",
            "Dogs are allowed.",
            "Cats are allowed.",
        ],
    ),
    ("Only residents may use the gym.", &["Residents may use the gym.", "Residents may not use the gym."]),
    (
        "Fences are allowed with board approval.",
        &[
            "Fences are allowed.",
            "Fences are allowed without board approval.",
            "No approval is needed for fences.",
        ],
    ),
    ("Pets are allowed unless they are loud.", &["Pets are allowed.", "Pets are allowed if they are loud."]),
    ("Trash is not collected on Sundays.", &["Trash is collected on Sundays."]),
    (
        "Children under 14 need an adult at the pool.",
        &[
            "Children over 14 need an adult at the pool.",
            "Children under 14 do not need an adult at the pool.",
        ],
    ),
    (
        "Overnight guests must be registered. Children may use the gym only with an adult.",
        &[
            "Overnight guests may be registered.",
            "Overnight guests need not be registered.",
            "Overnight guests must be registered. Children may use the gym.",
            "Overnight guests must be registered. Children may use the gym without an adult.",
            "Overnight guests must be registered. Children may not use the gym with an adult.",
        ],
    ),
    (
        "Contractors may work from 8 am to 5 pm. No work is allowed on Sundays.",
        &[
            "Contractors may work until 8 am.",
            "Contractors may work at any time.",
            "Contractors may work after 5 pm.",
            "Contractors may work on Sundays.",
            "Contractors may work from 8 am to 5 pm. Work is allowed on Sundays.",
            "Contractors may work from 8 am to 5 pm, Sundays too.",
            "No contractors may work from 8 am to 5 pm.",
        ],
    ),
    (
        "Late payments are charged $25. The board does not refund it.",
        &[
            "Late payments are free. The board does not refund it.",
            "Late payments are not charged $25.",
            "Late payments are charged $25. The board refunds it.",
        ],
    ),
    (
        "The gate is always locked after 10 pm.",
        &["The gate is never locked after 10 pm.", "The gate is locked before 10 pm."],
    ),
];

#[test]
fn a_faithful_reply_is_accepted() {
    let rejected: Vec<_> = FAITHFUL
        .iter()
        .flat_map(|(answer, replies)| replies.iter().map(move |reply| (*answer, *reply)))
        .filter_map(|(answer, reply)| Some((reply, find_meaning_change(reply, &[answer])?)))
        .collect();
    assert!(rejected.is_empty(), "{rejected:#?}");
}

#[test]
fn a_reply_that_changes_the_meaning_is_detected() {
    let accepted: Vec<_> = CHANGED
        .iter()
        .flat_map(|(answer, replies)| replies.iter().map(move |reply| (*answer, *reply)))
        .filter(|(answer, reply)| find_meaning_change(reply, &[answer]).is_none())
        .collect();
    assert!(accepted.is_empty(), "{accepted:#?}");
}

#[test]
fn each_of_several_answers_keeps_its_own_qualifiers() {
    let answers = ["Grills are not allowed on balconies.", "The pool is open to guests."];
    assert_eq!(
        find_meaning_change("Guests can use the open pool. Grills are not allowed on balconies.", &answers),
        None
    );
    assert!(
        find_meaning_change("The pool is not open to guests. Grills are not allowed on balconies.", &answers)
            .is_some()
    );
    assert!(
        find_meaning_change("The pool is open to guests. Grills are allowed on balconies.", &answers)
            .is_some()
    );
}

#[test]
fn a_translation_that_changes_the_meaning_is_detected() {
    let closed = "The pool is open from 8 am to 9 pm. It is closed on Mondays.";
    let free = "Guest parking is free. Grills are not allowed on balconies.";
    let hours = "The pool is open from 8 am to 10 pm. The gym is open from 6 am to 9 pm.";
    let fees = "Guests pay $5 per visit or $40 per season. Pay at pay.example once a month.";
    let desk = "The office is open on weekends from 9 am to 1 pm. Call 202-555-0101.";
    let must = "You must register guests before they arrive. You do not need a permit.";
    for (answer, faithful) in [
        (closed, "La piscina está abierta de 8 am a 9 pm. Está cerrada los lunes."),
        (closed, "La piscine est ouverte de 8 h à 21 h. Elle est fermée le lundi."),
        (free, "El estacionamiento para invitados es gratis. No se permiten parrillas en los balcones."),
        (free, "Le stationnement des invités est gratuit. Les barbecues sont interdits sur les balcons."),
        (must, "Debe registrar a sus invitados antes de que lleguen. No necesita un permiso."),
        (hours, "La piscina abre de 8 a. m. a 10 p. m. El gimnasio abre de 6 a. m. a 9 p. m."),
        (hours, "La piscine est ouverte de 8 h à 22 h. Le gymnase est ouvert de 6 h à 21 h."),
        (hours, "La piscine est ouverte de 8 h à 22 h et la salle de sport de 6 h à 21 h."),
        (fees, "Los invitados pagan $5 por visita o $40 por temporada. Pague en pay.example una vez al mes."),
        (
            fees,
            "Les invités paient 5 $ par visite ou 40 $ par saison. Payez sur pay.example une fois par mois.",
        ),
        (desk, "La oficina abre los fines de semana de 9 a. m. a 1 p. m. Llame al 202-555-0101."),
    ] {
        assert_eq!(find_translated_meaning_change(faithful, &[answer]), None, "{faithful}");
    }
    for (answer, changed) in [
        (closed, "La piscina está cerrada de 8 am a 9 pm. Está abierta los lunes."),
        (closed, "La piscine est fermée de 8 h à 21 h. Elle est ouverte le lundi."),
        (free, "El estacionamiento para invitados no es gratis. No se permiten parrillas en los balcones."),
        (free, "El estacionamiento para invitados es gratis. Se permiten parrillas en los balcones."),
        (free, "Le stationnement des invités est payant. Les barbecues sont interdits sur les balcons."),
        (must, "No debe registrar a sus invitados antes de que lleguen. No necesita un permiso."),
        (must, "Debe registrar a sus invitados después de que lleguen. No necesita un permiso."),
        (must, "Puede registrar a sus invitados antes de que lleguen. Necesita un permiso."),
        (hours, "La piscina abre de 6 a. m. a 9 p. m. El gimnasio abre de 8 a. m. a 10 p. m."),
        (hours, "El gimnasio abre de 8 a. m. a 10 p. m. La piscina abre de 6 a. m. a 9 p. m."),
        (hours, "La piscine est ouverte de 22 h à 8 h et la salle de sport de 6 h à 21 h."),
        (hours, "La piscina abre de 8 a. m. a 10 p. m."),
        (fees, "Los invitados pagan $40 por visita o $5 por temporada. Pague en pay.example una vez al mes."),
        (fees, "Los invitados pagan $5 por temporada o $40 por visita. Pague en pay.example una vez al mes."),
        (fees, "Les invités paient 5 $ par visite ou 40 $ par saison."),
        (desk, "La oficina abre los fines de semana de 9 a. m. a 1 p. m."),
    ] {
        assert!(find_translated_meaning_change(changed, &[answer]).is_some(), "{changed}");
    }
}
