import { Button, TextField } from "../../../ui";

type Props = { value: string; onChange: (day: string) => void; error: string | undefined };

/** The last day on which the answer may be sent. Empty for no expiry. */
export function ExpiryField({ value, onChange, error }: Props) {
  return (
    <div className="row row--wrap holds-until">
      <TextField
        label="Expires on"
        type="date"
        description="After this day, questions go to your team instead. Leave blank if it never expires."
        value={value}
        onChange={onChange}
        error={error}
      />
      {value ? (
        <Button variant="link" size="small" onPress={() => onChange("")}>
          Never expires
        </Button>
      ) : null}
    </div>
  );
}
