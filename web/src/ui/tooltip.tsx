import type { ReactElement, ReactNode } from "react";
import { Tooltip as AriaTooltip, type TooltipProps, TooltipTrigger } from "react-aria-components";

type Props = {
  text: ReactNode;
  /** An element that can receive focus: a Button, or a Focusable. */
  children: ReactElement;
  placement?: TooltipProps["placement"];
  disabled?: boolean;
};

export function Tooltip({ text, children, placement = "top", disabled = false }: Props) {
  return (
    <TooltipTrigger delay={400} closeDelay={100} isDisabled={disabled}>
      {children}
      <AriaTooltip className="tooltip" placement={placement} offset={8}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
