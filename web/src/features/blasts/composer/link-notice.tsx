import { toastError } from "../../../forms/toast-error";
import { Button, Icon } from "../../../ui";
import { useShortLink } from "../queries";
import { messageStepLabels as labels } from "./labels";
import { longLinksIn, withShortLinks } from "./long-links";

type Props = { blastId: string; body: string; onReplace: (body: string) => void };

/** Offers to shorten the links in the text, which saves characters and lets clicks be counted. */
export function LinkNotice({ blastId, body, onReplace }: Props) {
  const { shorten, isPending } = useShortLink(blastId);
  const links = longLinksIn(body);
  if (links.length === 0) return null;
  const replace = async () => {
    try {
      const shortLinks = new Map<string, string>();
      for (const link of links) shortLinks.set(link, await shorten(link));
      onReplace(withShortLinks(body, shortLinks));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className="notice">
      <Icon name="info" />
      <p className="row__grow">{labels.linkNotice(links.length)}</p>
      <Button size="small" pending={isPending} onPress={() => void replace()}>
        {labels.shortenLinks(links.length)}
      </Button>
    </div>
  );
}
