import { toastError } from "../../../forms/toast-error";
import { Button, Icon } from "../../../ui";
import { linkLabels as labels } from "../labels";
import { useShortLink } from "../queries";
import { longLinksIn } from "./long-links";

type Props = { blastId: string; body: string; onReplace: (body: string) => void };

/** Offers to shorten the links in the text, which saves characters and lets clicks be counted. */
export function LinkNotice({ blastId, body, onReplace }: Props) {
  const { shorten, isPending } = useShortLink(blastId);
  const links = longLinksIn(body);
  if (links.length === 0) return null;
  const replace = async () => {
    try {
      let next = body;
      for (const link of links) next = next.replaceAll(link, await shorten(link));
      onReplace(next);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className="notice">
      <Icon name="info" />
      <p className="row__grow">{labels.notice(links.length)}</p>
      <Button size="small" pending={isPending} onPress={() => void replace()}>
        {labels.shorten(links.length)}
      </Button>
    </div>
  );
}
