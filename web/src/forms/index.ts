export { CallDialog } from "./call-dialog";
export { ContractForm, FormActions, FormProblem, FormSubmit, noChanges } from "./contract-form";
export {
  FormArea,
  FormCheckboxGroup,
  FormNumber,
  FormRadios,
  FormSelect,
  FormSwitch,
  FormTags,
  FormText,
} from "./fields";
export { FormDateTime, FormFile } from "./file-fields";
export { FormDialog } from "./form-dialog";
export {
  ImportApply,
  type ImportedFile,
  ImportFile,
  RejectedLines,
  useImportFile,
} from "./import-file";
export { LeaveGuard } from "./leave-guard";
export { FormMultiSelect } from "./multi-select-field";
export { FormPhone } from "./phone-field";
export { FormSearchableSelect } from "./searchable-select-field";
export { FormSortableList } from "./sortable-list-field";
export { type ContractForm as Form, useContractForm } from "./use-contract-form";
export { type FieldProps, useField } from "./use-field";
