import { type IconName, icons } from "./icons";

type Props = {
  name: IconName;
  size?: "small" | "large";
  className?: string;
};

/** A picture beside words; it says nothing on its own. */
export function Icon({ name, size, className }: Props) {
  const classes = ["icon", size && `icon--${size}`, className].filter(Boolean).join(" ");
  return (
    <svg className={classes} viewBox="0 0 20 20" aria-hidden="true">
      {icons[name]}
    </svg>
  );
}
