import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { SideMenu } from "./side-menu";

type Props = { screen: Screen; onClose: () => void };

/** In a narrow window the menu slides over the screen. */
export default function Drawer({ screen, onClose }: Props) {
  return (
    <ModalOverlay
      className="scrim scrim--drawer"
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="drawer">
        <Dialog className="drawer__box" aria-label="Side menu">
          <SideMenu screen={screen} collapsed={false} onGo={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
