export { type Column, DataTable } from "./data-table";
export { ReasonDialog } from "./reason-dialog";
export { Sheet } from "./sheet";
