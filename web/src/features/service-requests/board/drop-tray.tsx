import { DropZone, Text } from "react-aria-components";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import type { OnStep } from "./card";
import { trayLabel } from "./labels";
import { dragType, otherActions } from "./stages";

type Props = { dragged: ServiceRequest; onStep: OnStep };

/** Drop targets for moves that leave the board or stay within the column. */
export default function DropTray({ dragged, onStep }: Props) {
  const type = dragType(dragged.state);
  return (
    <div className="board__tray">
      {otherActions(dragged.state).map((action) => (
        <DropZone
          key={action}
          className="tray-zone"
          getDropOperation={(types) => (types.has(type) ? "move" : "cancel")}
          onDrop={() => onStep(dragged, action)}
        >
          <Text slot="label">{trayLabel(action)}</Text>
        </DropZone>
      ))}
    </div>
  );
}
