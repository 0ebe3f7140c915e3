import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button";

export type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  foot?: ReactNode;
  /**
   * Keeps the dialog open when the user clicks outside, because input or a decision would be lost.
   */
  staysOpen?: boolean;
};

type Props = Omit<DialogProps, "title"> & {
  /** `dialog` is centered, `sheet` is docked to the side of the page. */
  kind: "dialog" | "sheet";
  isOpen: boolean;
  head: ReactNode;
};

export function DialogTitle({ children }: { children: string }) {
  return (
    <Heading slot="title" className="dialog__title">
      {children}
    </Heading>
  );
}

/** Modal frame with a header that has a close button, a body and a footer. */
export function DialogFrame({ kind, isOpen, head, onClose, children, foot, staysOpen }: Props) {
  return (
    <ModalOverlay
      className={kind === "sheet" ? "scrim scrim--side" : "scrim"}
      isOpen={isOpen}
      isDismissable={!staysOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={kind}>
        <AriaDialog className={kind === "sheet" ? "sheet__box" : "dialog__box"}>
          <div className="dialog__head">
            {head}
            <Button
              variant="quiet"
              size="small"
              icon="close"
              aria-label="Close"
              onPress={onClose}
            />
          </div>
          <div className="dialog__body">{children}</div>
          {foot ? <div className="dialog__foot">{foot}</div> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
