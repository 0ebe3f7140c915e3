import type { Draft } from "../../gen/parlor/v1/draft_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Dialog, DialogActions } from "../../ui";
import { useSession } from "../session/session";
import { sharingLabels } from "./sharing-labels";
import { useSharing } from "./use-sharing";

type Props = { draft: Draft; onClose: () => void };

/** Says who will be able to read a draft, and shares it. */
export default function ShareDialog({ draft, onClose }: Props) {
  const { change, isPending } = useSharing();
  const communities = useSession().user.textCommunitiesMapping;
  const community = communities.find(({ value }) => value === draft.communityId)?.label ?? "";
  const share = async () => {
    await change(draft, true);
    onClose();
  };
  return (
    <Dialog
      title={sharingLabels.dialogTitle}
      open
      onClose={onClose}
      foot={
        <DialogActions onCancel={onClose} pending={isPending} onPress={() => void share()}>
          {sharingLabels.confirm}
        </DialogActions>
      }
    >
      <p className="strong">{showDirectionMarks(draft.title)}</p>
      <p>{sharingLabels.readers(community)}</p>
      <p className="secondary">{sharingLabels.extent}</p>
    </Dialog>
  );
}
