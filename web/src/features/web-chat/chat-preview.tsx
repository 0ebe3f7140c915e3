import { useEffect, useEffectEvent, useRef, useState } from "react";
import { SegmentedControl } from "../../ui";
import { PartTitle } from "../../ui/two-pane";
import { mountPreview, type Preview, type PreviewSettings } from "../../widget/preview";
import { previewLabels } from "./labels";

type Props = {
  /** The settings, saved or not. */
  settings: Pick<PreviewSettings, "title" | "greeting" | "color" | "isOnLeft"> & {
    isOfficeHoursOnly: boolean;
  };
};

/** How visitors see the chat with these settings. */
export function PreviewPanel({ settings }: Props) {
  const { title, greeting, color, isOnLeft, isOfficeHoursOnly } = settings;
  const [hours, setHours] = useState("open");
  const [theme, setTheme] = useState("light");
  return (
    <section className="panel" aria-label={previewLabels.title}>
      <div className="panel__head">
        <PartTitle>{previewLabels.title}</PartTitle>
        <div className="row row--wrap">
          {isOfficeHoursOnly ? (
            <SegmentedControl
              size="small"
              label={previewLabels.hours}
              value={hours}
              onChange={setHours}
              options={[
                { value: "open", label: previewLabels.open },
                { value: "closed", label: previewLabels.closed },
              ]}
            />
          ) : null}
          <SegmentedControl
            size="small"
            label={previewLabels.theme}
            value={theme}
            onChange={setTheme}
            options={[
              { value: "light", label: previewLabels.light },
              { value: "dark", label: previewLabels.dark },
            ]}
          />
        </div>
      </div>
      <div className="panel__body">
        <Picture
          title={title}
          greeting={greeting}
          color={color}
          isOnLeft={isOnLeft}
          isOpen={!isOfficeHoursOnly || hours === "open"}
          theme={theme === "dark" ? "dark" : "light"}
        />
      </div>
    </section>
  );
}

/** The chat's own view, apart from the styles of the page. */
function Picture(settings: PreviewSettings) {
  const host = useRef<HTMLDivElement>(null);
  const preview = useRef<Preview>(undefined);
  const mount = useEffectEvent((root: ShadowRoot) => mountPreview(root, settings));
  // The view of the chat is external to React.
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const mounted = mount(element.shadowRoot ?? element.attachShadow({ mode: "open" }));
    preview.current = mounted;
    return () => {
      preview.current = undefined;
      mounted.unmount();
    };
  }, []);
  useEffect(() => preview.current?.update(settings), [settings]);
  return <div ref={host} role="img" aria-label={previewLabels.picture} />;
}
