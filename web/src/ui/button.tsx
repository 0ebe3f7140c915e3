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
  className?: string;
  children?: React.ReactNode;
};

/** What one can do. With an icon and no words it needs an aria-label. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, pending, className, children, ...rest } = props;
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
  return (
    <AriaButton
      {...rest}
      isPending={pending ?? false}
      className={classes.filter(Boolean).join(" ")}
    >
      {icon && !pending ? (
        <Icon name={icon} {...(bare && size !== "small" ? {} : { size: "small" })} />
      ) : null}
      {children}
    </AriaButton>
  );
}
