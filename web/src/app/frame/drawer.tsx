import { Button as AriaButton, Dialog, Modal, ModalOverlay } from "react-aria-components";
import { Link } from "react-router";
import type { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { Icon, Logo } from "../../ui";
import { labels } from "./labels";
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
        <Dialog className="drawer__box" aria-label={labels.sideMenu}>
          <div className="drawer__head on-lintel">
            <AriaButton
              className="top-bar__button"
              aria-label={labels.closeSideMenu}
              onPress={onClose}
            >
              <Icon name="close" />
            </AriaButton>
            <Link className="top-bar__home" to="/" aria-label={labels.home} onClick={onClose}>
              <Logo />
            </Link>
          </div>
          <SideMenu screen={screen} collapsed={false} onGo={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
