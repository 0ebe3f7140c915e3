import { Button, TextField, toast } from "../../ui";
import { labels } from "./labels";

/** A read-only URL to enter somewhere else. */
export function CopyUrl({ label, url, text }: { label: string; url: string; text: string }) {
  return (
    <div className="row for-twilio">
      <div className="row__grow">
        <TextField label={label} value={url} isReadOnly description={text} />
      </div>
      <Button
        icon="copy"
        aria-label={labels.copyUrl(label)}
        onPress={() =>
          navigator.clipboard
            .writeText(url)
            .then(() => toast.success(labels.copied))
            .catch(() => toast.warning({ title: labels.copyFailed, text: url }))
        }
      />
    </div>
  );
}
