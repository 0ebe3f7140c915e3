import { useAppearance } from "../../lib/appearance";
import { SegmentedControl } from "../../ui";
import { labels } from "./labels";
import { Section } from "./section";

const themes = [
  { value: "system", label: labels.system },
  { value: "light", label: labels.light },
  { value: "dark", label: labels.dark },
] as const;

const densities = [
  { value: "comfortable", label: labels.comfortable },
  { value: "compact", label: labels.compact },
] as const;

/** Theme and density, which apply immediately and on this computer only. */
export function Appearance() {
  const [look, setLook] = useAppearance();
  return (
    <Section
      title={labels.appearance}
      aside={<span className="caption">{labels.appearanceHint}</span>}
    >
      <div className="row row--between row--wrap">
        <span className="label">{labels.theme}</span>
        <SegmentedControl
          label={labels.theme}
          options={themes}
          value={look.theme}
          onChange={(theme) => setLook({ theme: theme as typeof look.theme })}
        />
      </div>
      <div className="row row--between row--wrap">
        <span className="label">{labels.density}</span>
        <SegmentedControl
          label={labels.density}
          options={densities}
          value={look.density}
          onChange={(density) => setLook({ density: density as typeof look.density })}
        />
      </div>
    </Section>
  );
}
