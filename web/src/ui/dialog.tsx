import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./button";

type Props = {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  foot?: ReactNode;
  /** A dialog that needs a decision is not closed by a press beside it. */
  staysOpen?: boolean;
};

export function Dialog({ title, open, onClose, children, foot, staysOpen = false }: Props) {
  return (
    <ModalOverlay
      className="scrim"
      isOpen={open}
      isDismissable={!staysOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Modal className="dialog">
        <AriaDialog className="dialog__box">
          <div className="dialog__head">
            <Heading slot="title" className="dialog__title">
              {title}
            </Heading>
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
