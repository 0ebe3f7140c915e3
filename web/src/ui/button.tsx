import { useId } from "react";
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components";
import { Icon } from "./icon";
import type { IconName } from "./icons";

export type ButtonProps = Omit<AriaProps, "className" | "children"> & {
  variant?: "primary" | "quiet" | "link" | "danger";
  size?: "small" | "large";
  wide?: boolean;
  icon?: IconName;
  /** At work: it keeps its words and takes no press. */
  pending?: boolean;
  /** Why the button is disabled: "Choose a community first". Unset while it is enabled. */
  reason?: string | undefined;
  className?: string;
  children?: React.ReactNode;
};

/** What one can do. With an icon and no words it needs an aria-label. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, pending, reason, className, children, ...rest } = props;
  const reasonId = useId();
  const bare = icon !== undefined && children === undefined;
  const classes = [
    "button",
    variant && `button--${variant}`,
    size && `button--${size}`,
    wide && "button--wide",
    bare && "button--icon",
    pending && "is-busy",
    className,
  ];
  const button = (
    <AriaButton
      {...rest}
      {...(reason ? { isDisabled: true, "aria-describedby": reasonId } : {})}
      isPending={pending ?? false}
      className={classes.filter(Boolean).join(" ")}
    >
      {icon && !pending ? (
        <Icon name={icon} {...(bare && size !== "small" ? {} : { size: "small" })} />
      ) : null}
      {children}
    </AriaButton>
  );
  if (!reason) return button;
  return (
    <span className="button-reason" title={reason}>
      {button}
      <span id={reasonId} hidden>
        {reason}
      </span>
    </span>
  );
}
