export { BackButton, BackToList } from "./back-to-list";
export {
  Avatar,
  Badge,
  CommunityAvatar,
  Count,
  KeyCap,
  Skeleton,
  UnitPlate,
  WaitingTime,
} from "./badges";
export { Button, type ButtonProps } from "./button";
export { CheckboxGroup, type ChoiceOption, RadioGroup } from "./choice-group";
export { Dialog } from "./dialog";
export { DialogActions } from "./dialog-actions";
export { type Fact, Facts } from "./facts";
export { SearchField, TextArea, type TextAreaProps, TextField, type TextFieldProps } from "./field";
export { FileDrop } from "./file-drop";
export { FileTarget } from "./file-target";
export { Highlight } from "./highlight";
export { Icon } from "./icon";
export type { IconName } from "./icons";
export { Logo } from "./logo";
export { Menu, type MenuEntry } from "./menu";
export { MultiSelect, type MultiSelectOption } from "./multi-select";
export { OneTimeSecret } from "./one-time-secret";
export { PasswordStrength } from "./password-strength";
export { PhoneLink } from "./phone-link";
export { SegmentedControl, type SegmentOption } from "./segmented-control";
export { Checkbox, Select, type SelectOption, Switch } from "./select";
export { SortableList } from "./sortable-list";
export { EmptyState, ErrorState, RequestId } from "./states";
export { StepButtons } from "./step-buttons";
export { TagInput } from "./tag-input";
export { Toaster, toast, undoDuration } from "./toast";
export { Tooltip } from "./tooltip";
export { WordDiff } from "./word-diff";
