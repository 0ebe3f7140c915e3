export { type Column, DataTable, type Sorting } from "./data-table";
export { ReasonDialog } from "./reason-dialog";
export { Sheet } from "./sheet";
