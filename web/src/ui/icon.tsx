import { type IconName, icons } from "./icons";

type Props = {
  name: IconName;
  size?: "small" | "large";
  className?: string;
};

/** A decorative icon, hidden from screen readers. */
export function Icon({ name, size, className }: Props) {
  const classes = ["icon", size && `icon--${size}`, className].filter(Boolean).join(" ");
  return (
    <svg className={classes} viewBox="0 0 20 20" aria-hidden="true">
      {icons[name]}
    </svg>
  );
}
