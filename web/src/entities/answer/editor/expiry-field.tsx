import { Button, TextField } from "../../../ui";
import { fieldLabels } from "../labels";
import { formLabels } from "./form-labels";

type Props = { value: string; onChange: (day: string) => void; error: string | undefined };

/** The last day on which the answer may be sent. Empty for no expiry. */
export function ExpiryField({ value, onChange, error }: Props) {
  return (
    <div className="row row--wrap holds-until">
      <TextField
        label={fieldLabels.expiresOn}
        type="date"
        description={formLabels.expiresOnHint}
        value={value}
        onChange={onChange}
        error={error}
      />
      {value ? (
        <Button variant="link" size="small" onPress={() => onChange("")}>
          {formLabels.neverExpires}
        </Button>
      ) : null}
    </div>
  );
}
