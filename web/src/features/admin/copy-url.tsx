import { Button, TextField, toast } from "../../ui";

/** A read-only URL to enter somewhere else. */
export function CopyUrl({ label, url, text }: { label: string; url: string; text: string }) {
  return (
    <div className="row for-twilio">
      <div className="row__grow">
        <TextField label={label} value={url} isReadOnly description={text} />
      </div>
      <Button
        icon="copy"
        aria-label={`Copy: ${label}`}
        onPress={() =>
          navigator.clipboard
            .writeText(url)
            .then(() => toast.success("Copied."))
            .catch(() => toast.warning({ title: "Couldn't copy.", text: url }))
        }
      />
    </div>
  );
}
