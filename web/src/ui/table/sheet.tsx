import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../button";
import "./table.css";

type Props = {
  title: string;
  /** Under the title: what it is about, in a sentence. */
  about?: string;
  onClose: () => void;
  children: ReactNode;
  foot?: ReactNode;
  /** Something is written in it: a press beside it does not close it. */
  staysOpen?: boolean;
};

/** What is opened beside a list: to read on, or to edit. */
export function Sheet({ title, about, onClose, children, foot, staysOpen = false }: Props) {
  return (
    <ModalOverlay
      className="scrim scrim--side"
      isOpen
      isDismissable={!staysOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="sheet">
        <AriaDialog className="sheet__box">
          <div className="dialog__head">
            <div className="row__grow stack stack--tight">
              <Heading slot="title" className="dialog__title">
                {title}
              </Heading>
              {about ? <p className="small secondary">{about}</p> : null}
            </div>
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
