import { useAppearance } from "../../lib/appearance";
import { SegmentedControl } from "../../ui";
import { Section } from "./section";

const themes = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const densities = [
  { value: "comfortable", label: "Comfortable" },
  { value: "compact", label: "Compact" },
] as const;

/** Theme and density, which apply immediately and on this computer only. */
export function Appearance() {
  const [look, setLook] = useAppearance();
  return (
    <Section title="Appearance" aside={<span className="caption">Saved on this computer</span>}>
      <div className="row row--between row--wrap">
        <span className="label">Theme</span>
        <SegmentedControl
          label="Theme"
          options={themes}
          value={look.theme}
          onChange={(theme) => setLook({ theme: theme as typeof look.theme })}
        />
      </div>
      <div className="row row--between row--wrap">
        <span className="label">Density</span>
        <SegmentedControl
          label="Density"
          options={densities}
          value={look.density}
          onChange={(density) => setLook({ density: density as typeof look.density })}
        />
      </div>
    </Section>
  );
}
