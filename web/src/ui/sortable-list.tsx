import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "./button";
import { Icon } from "./icon";

type Item = { value: string; label: string; detail?: ReactNode };

type Props = {
  /** What is in order, to people who listen. */
  label: string;
  items: readonly Item[];
  onChange: (values: string[]) => void;
  /** What an empty list says. */
  empty?: ReactNode;
  /** Opens what there is to edit of an item. */
  onEdit?: ((value: string) => void) | undefined;
};

type MoveProps = { item: Item; way: "up" | "down"; off: boolean; go: () => void };

/** A list in an order of one's own: by dragging, by its buttons, or Alt with an arrow key. */
export function SortableList({ label, items, onChange, empty, onEdit }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [told, setTold] = useState("");
  const held = useRef<HTMLElement>(null);
  const values = items.map((item) => item.value);

  // A row that is moved in the page loses the focus, and gets it back before anybody sees.
  useLayoutEffect(() => {
    if (items.length > 0) held.current?.focus();
    held.current = null;
  }, [items]);

  const move = (from: number, to: number) => {
    const [moved] = values.slice(from, from + 1);
    if (moved === undefined || to < 0 || to >= values.length || from === to) return;
    const active = document.activeElement;
    held.current = active instanceof HTMLElement && list.current?.contains(active) ? active : null;
    const rest = values.filter((_, place) => place !== from);
    onChange([...rest.slice(0, to), moved, ...rest.slice(to)]);
    setTold(`${items[from]?.label} is now ${to + 1} of ${values.length}.`);
  };
  const remove = (index: number) => {
    onChange(values.filter((_, place) => place !== index));
    setTold(`${items[index]?.label} removed.`);
    // The focus would go with the row.
    const rows = list.current?.querySelectorAll<HTMLElement>("[data-remove]");
    rows?.[index === values.length - 1 ? index - 1 : index + 1]?.focus();
  };
  const onKey = (event: KeyboardEvent, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    move(index, index + step);
  };
  const onDragOver = (event: DragEvent, index: number) => {
    if (dragged === undefined) return;
    event.preventDefault();
    if (dragged !== index) {
      move(dragged, index);
      setDragged(index);
    }
  };

  if (items.length === 0) return <p className="secondary">{empty}</p>;
  return (
    <>
      <ol className="ordered" aria-label={label} ref={list}>
        {items.map((item, index) => (
          <li
            key={item.value}
            className={dragged === index ? "ordered__row is-dragged" : "ordered__row"}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", item.label);
              setDragged(index);
            }}
            onDragOver={(event) => onDragOver(event, index)}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
            onKeyDown={(event) => onKey(event, index)}
          >
            <Icon name="sort" size="small" />
            <span className="ordered__place">{index + 1}</span>
            <span className="row__grow">
              {item.label}
              {item.detail ? <span className="ordered__detail caption">{item.detail}</span> : null}
            </span>
            {onEdit ? (
              <Button
                variant="quiet"
                size="small"
                icon="pen"
                aria-label={`Edit ${item.label}`}
                onPress={() => onEdit(item.value)}
              />
            ) : null}
            <MoveButton item={item} way="up" off={index === 0} go={() => move(index, index - 1)} />
            <MoveButton
              item={item}
              way="down"
              off={index === items.length - 1}
              go={() => move(index, index + 1)}
            />
            <Button
              variant="quiet"
              size="small"
              icon="close"
              data-remove
              aria-label={`Remove ${item.label}`}
              onPress={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </>
  );
}

/** At the end of its way it stays where it is, so that the focus does. */
function MoveButton({ item, way, off, go }: MoveProps) {
  return (
    <button
      type="button"
      className={`button button--quiet button--small button--icon ordered__${way}`}
      aria-label={`Move ${item.label} ${way}`}
      aria-disabled={off || undefined}
      onClick={() => {
        if (!off) go();
      }}
    >
      <Icon name="down" />
    </button>
  );
}
