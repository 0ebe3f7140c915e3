import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../../../ui";
import "./history.css";

type Props = { title: string; about?: string; onClose: () => void; children: ReactNode };

/** Beside the page, over its edge: something to look at and to go back from. */
export function SidePanel({ title, about, onClose, children }: Props) {
  return (
    <ModalOverlay
      className="scrim scrim--side"
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="side-panel">
        <AriaDialog className="side-panel__box">
          <div className="side-panel__head">
            <div className="row__grow">
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
          <div className="side-panel__body">{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
