export { TwoPaneList } from "./two-pane-list";
export { TwoPaneSkeleton } from "./two-pane-skeleton";
