export { ContractForm, FormProblem, FormSubmit } from "./contract-form";
export {
  FormArea,
  FormChoices,
  FormNumber,
  FormRadios,
  FormSelect,
  FormSwitch,
  FormTags,
  FormText,
} from "./entries";
export { FormFile, FormMoment } from "./file-entries";
export { type Brought, ImportApply, ImportFile, LeftOut, useImportFile } from "./import-file";
export { LeaveGuard } from "./leave-guard";
export { FormOrdered } from "./ordered-entry";
export { FormPicks } from "./picks-entry";
export { type ContractForm as Form, useContractForm } from "./use-contract-form";
export { type EntryProps, useEntry } from "./use-entry";
