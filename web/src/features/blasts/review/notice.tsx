import { Icon, type IconName } from "../../../ui";

type Props = {
  tone: "info" | "warning" | "danger";
  icon: IconName;
  title: string;
  text: string;
  action?: React.ReactNode;
};

/** A notice before sending, with an action. */
export function Notice({ tone, icon, title, text, action }: Props) {
  return (
    <div className={`notice notice--${tone}`} role={tone === "danger" ? "alert" : undefined}>
      <Icon name={icon} />
      <p className="row__grow">
        <span className="strong">{title}</span> {text}
      </p>
      {action}
    </div>
  );
}
