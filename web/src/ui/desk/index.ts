export { DeskList } from "./desk-list";
export { DeskSkeleton } from "./desk-skeleton";
