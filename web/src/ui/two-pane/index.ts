export { DetailTitle, PartTitle } from "./detail-title";
export { TwoPaneList } from "./two-pane-list";
export { TwoPaneSkeleton } from "./two-pane-skeleton";
