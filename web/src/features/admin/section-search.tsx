import { useState } from "react";
import { SearchField } from "../../ui";
import { useAdminUrlState } from "./url-state";

type Props = { label: string; placeholder: string };

/**
 * Searches a section's list. The search is kept in the URL, and changing it closes the open item.
 */
export function SectionSearch({ label, placeholder }: Props) {
  const { get, go } = useAdminUrlState();
  const [words, setWords] = useState(get("find"));
  return (
    <div className="filters">
      <div className="filters__find">
        <SearchField
          label={label}
          hideLabel
          placeholder={placeholder}
          maxLength={120}
          value={words}
          onChange={(find) => {
            setWords(find);
            go({ find, open: "" }, { replace: true });
          }}
        />
      </div>
    </div>
  );
}
