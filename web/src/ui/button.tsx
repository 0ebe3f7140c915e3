import { useId, useLayoutEffect, useRef } from "react";
import { Button as AriaButton, type ButtonProps as AriaProps } from "react-aria-components";
import { Icon } from "./icon";
import type { IconName } from "./icons";

export type ButtonProps = Omit<AriaProps, "className" | "children"> & {
  variant?: "primary" | "quiet" | "link" | "danger";
  size?: "small" | "large";
  wide?: boolean;
  icon?: IconName;
  /** Shows that the action is running. The label stays, and presses have no effect. */
  pending?: boolean;
  /** Why the button is disabled: "Choose a community first". Unset while it is enabled. */
  reason?: string | undefined;
  className?: string;
  children?: React.ReactNode;
};

/** Describes the disabled button before it, and shows the reason on hover. */
function DisabledReason({ id, children }: { id: string; children: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const button = place.current?.previousElementSibling;
    button?.setAttribute("title", children);
    return () => button?.removeAttribute("title");
  }, [children]);
  return (
    <span ref={place} id={id} hidden>
      {children}
    </span>
  );
}

/** A button. With an icon and no text it needs an `aria-label`. */
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
  return (
    <>
      {button}
      {reason ? <DisabledReason id={reasonId}>{reason}</DisabledReason> : null}
    </>
  );
}
