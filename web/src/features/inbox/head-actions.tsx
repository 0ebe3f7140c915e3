import { useMedia } from "../../lib/use-media";
import { Button, Menu, type MenuEntry } from "../../ui";
import { ChannelHealthButton, useChannelProblem } from "./channel-health";
import { channelLabels } from "./channel-labels";
import { labels } from "./labels";

export type DialogName = "replies" | "routing" | "channels";

type Props = { onOpen: (dialog: DialogName) => void };

/** Opens the dialogs of the inbox. A narrow window has them in a menu, and channels with a problem beside it. */
export function HeadActions({ onOpen }: Props) {
  const isNarrow = useMedia("(max-width: 900px)");
  const problem = useChannelProblem();
  const openChannels = () => onOpen("channels");
  if (!isNarrow)
    return (
      <>
        <ChannelHealthButton problem={problem} onOpen={openChannels} />
        <Button variant="quiet" icon="persona" onPress={() => onOpen("routing")}>
          {labels.routingRules}
        </Button>
        <Button variant="quiet" icon="text" onPress={() => onOpen("replies")}>
          {labels.cannedReplies}
        </Button>
      </>
    );
  const channels: MenuEntry[] = problem
    ? []
    : [{ id: "channels", label: channelLabels.title, icon: "ok", onAction: openChannels }];
  return (
    <>
      {problem ? <ChannelHealthButton problem={problem} onOpen={openChannels} /> : null}
      <Menu
        trigger={<Button variant="quiet" icon="dots" aria-label={labels.settings} />}
        label={labels.settings}
        items={[
          ...channels,
          {
            id: "routing",
            label: labels.routingRules,
            icon: "persona",
            onAction: () => onOpen("routing"),
          },
          {
            id: "replies",
            label: labels.cannedReplies,
            icon: "text",
            onAction: () => onOpen("replies"),
          },
        ]}
      />
    </>
  );
}
