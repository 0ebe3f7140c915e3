import { Button, TextField } from "../../../ui";

type Props = { value: string; onChange: (day: string) => void; error: string | undefined };

/** The last day on which an answer holds, or none. */
export function HoldsUntil({ value, onChange, error }: Props) {
  return (
    <div className="row row--wrap holds-until">
      <TextField
        label="Holds until"
        type="date"
        description="After that day the bot asks your team instead of sending it. Leave it empty if it always holds."
        value={value}
        onChange={onChange}
        error={error}
      />
      {value ? (
        <Button variant="link" size="small" onPress={() => onChange("")}>
          It always holds
        </Button>
      ) : null}
    </div>
  );
}
