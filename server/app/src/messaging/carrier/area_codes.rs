//! Time zones of the area codes of the United States, Canada and the Caribbean. An area code in two time
//! zones has the time zone in which most of its people live.

/// Time zones with their area codes, separated by spaces.
const ZONES: [(&str, &str); 20] = [
    (
        "America/New_York",
        "201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 242 248 252 260 267 269 272 276 283 \
         301 302 304 305 313 315 317 321 324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 \
         410 412 413 419 423 434 436 440 443 445 463 470 472 475 478 484 502 508 513 516 517 518 540 551 \
         561 567 570 571 574 582 585 586 603 606 607 609 610 614 616 617 624 631 640 645 646 649 656 667 \
         678 679 680 681 686 689 703 704 706 716 717 718 724 727 728 729 732 734 740 743 754 757 762 765 \
         770 771 772 774 781 786 802 803 804 810 812 813 814 821 826 828 835 838 839 843 845 848 854 856 \
         857 859 860 862 863 864 865 878 904 906 908 910 912 914 917 919 929 930 934 937 941 943 947 948 \
         954 959 965 973 978 980 984 989",
    ),
    (
        "America/Chicago",
        "205 210 214 217 218 219 224 225 228 235 251 254 256 262 270 274 281 308 309 312 314 316 318 319 \
         320 325 327 331 334 337 346 353 361 364 402 405 409 414 417 430 432 447 448 457 464 469 471 479 \
         501 504 507 512 515 531 534 539 557 563 572 573 580 601 605 608 612 615 618 620 621 629 630 636 \
         641 651 659 660 662 682 701 708 712 713 715 726 730 731 737 763 769 773 779 785 806 815 816 817 \
         830 832 847 850 861 870 872 901 903 913 918 920 924 931 936 938 940 945 952 956 972 975 979 985",
    ),
    ("America/Denver", "303 307 385 406 435 505 575 719 720 748 801 915 970 983"),
    ("America/Boise", "208 986"),
    ("America/Phoenix", "480 520 602 623 928"),
    (
        "America/Los_Angeles",
        "206 209 213 253 279 310 323 341 350 357 360 369 408 415 424 425 442 458 503 509 510 530 541 559 \
         562 564 619 626 628 650 657 661 669 702 707 714 725 738 747 760 775 805 818 820 831 837 840 858 \
         909 916 925 949 951 971",
    ),
    ("America/Anchorage", "907"),
    ("Pacific/Honolulu", "808"),
    ("America/Puerto_Rico", "340 787 939"),
    ("Pacific/Guam", "670 671"),
    ("Pacific/Pago_Pago", "684"),
    ("America/St_Johns", "709 879"),
    ("America/Halifax", "428 441 506 782 902"),
    (
        "America/Toronto",
        "226 249 263 289 343 354 365 367 382 416 418 437 438 450 468 514 519 548 579 581 613 647 683 705 \
         742 753 807 819 873 905 942",
    ),
    ("America/Winnipeg", "204 431 584"),
    ("America/Regina", "306 474 639"),
    ("America/Edmonton", "368 403 587 780 825 867"),
    ("America/Vancouver", "236 250 257 604 672 778"),
    ("America/Jamaica", "345 658 876"),
    ("America/Barbados", "246 264 268 284 473 664 721 758 767 784 809 829 849 868 869"),
];

/// Returns the name of the time zone of a phone number in E.164 format; `None` outside of North America and
/// for non-geographic area codes.
pub fn time_zone(phone: &str) -> Option<&'static str> {
    let code = phone.strip_prefix("+1")?.get(..3)?;
    ZONES.iter().find(|(_, codes)| codes.split(' ').any(|one| one == code)).map(|(zone, _)| *zone)
}

/// Returns the phone number prefix of each known area code, with the name of its time zone.
pub fn prefixes() -> impl Iterator<Item = (String, &'static str)> {
    ZONES.iter().flat_map(|(zone, codes)| codes.split_whitespace().map(|code| (format!("+1{code}"), *zone)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_time_zone_exists_and_no_area_code_has_two() {
        let mut seen = HashSet::new();
        for (zone, codes) in ZONES {
            assert!(jiff::tz::TimeZone::get(zone).is_ok(), "{zone}");
            for code in codes.split_whitespace() {
                assert!(code.len() == 3 && seen.insert(code), "{code}");
            }
        }
        assert!(seen.len() > 400, "{}", seen.len());
    }

    #[test]
    fn phones_are_in_the_time_zone_of_their_area_code() {
        for (phone, zone) in [
            ("+12025550101", Some("America/New_York")),
            ("+16125550101", Some("America/Chicago")),
            ("+16025550101", Some("America/Phoenix")),
            ("+19075550101", Some("America/Anchorage")),
            ("+17095550101", Some("America/St_Johns")),
            ("+18005550101", None),
            ("+442079460101", None),
        ] {
            assert_eq!(time_zone(phone), zone, "{phone}");
        }
    }
}
