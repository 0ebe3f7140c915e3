import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button";

export type DialogProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  foot?: ReactNode;
  /** It needs a decision, or something is written in it: a press beside it does not close it. */
  staysOpen?: boolean;
};

type Props = Omit<DialogProps, "title"> & {
  /** In the middle of the page, or at its side. */
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

/** What stands over the page: a head with a button to close it, a body and a foot. */
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
        <AriaDialog className={`${kind}__box`}>
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
