import {
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useRemovalFocus } from "../lib/use-removal-focus";
import { Button } from "./button";
import { Icon } from "./icon";

type Item = { value: string; label: string; detail?: ReactNode };

type Props = {
  /** Accessible name of the list. */
  label: string;
  items: readonly Item[];
  onChange: (values: string[]) => void;
  /** Shown when the list is empty. */
  empty?: ReactNode;
  /** ID of the control that adds items, or of an element around it. It has the focus after the last one is removed. */
  addId: string;
  /** Opens the editor of an item. */
  onEdit?: ((value: string) => void) | undefined;
};

type MoveProps = { item: Item; direction: "up" | "down"; isDisabled: boolean; onMove: () => void };

/** A list that users reorder by dragging, with its buttons, or with Alt and an arrow key. */
export function SortableList({ label, items, onChange, empty, addId, onEdit }: Props) {
  const { rows: list, keepFocus } = useRemovalFocus<HTMLOListElement>(addId);
  const [dragged, setDragged] = useState<number>();
  const [announcement, setAnnouncement] = useState("");
  const focusedBefore = useRef<HTMLElement>(null);
  const values = items.map((item) => item.value);

  // Moving a row in the DOM drops the focus, so it is restored before the browser paints.
  useLayoutEffect(() => {
    if (items.length > 0) focusedBefore.current?.focus();
    focusedBefore.current = null;
  }, [items]);

  const move = (from: number, to: number) => {
    const [moved] = values.slice(from, from + 1);
    if (moved === undefined || to < 0 || to >= values.length || from === to) return;
    const active = document.activeElement;
    focusedBefore.current =
      active instanceof HTMLElement && list.current?.contains(active) ? active : null;
    const rest = values.filter((_, place) => place !== from);
    onChange([...rest.slice(0, to), moved, ...rest.slice(to)]);
    setAnnouncement(`${items[from]?.label} is now ${to + 1} of ${values.length}.`);
  };
  const remove = (index: number) => {
    keepFocus();
    onChange(values.filter((_, place) => place !== index));
    setAnnouncement(`${items[index]?.label} removed.`);
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

  const status = (
    <span className="visually-hidden" role="status">
      {announcement}
    </span>
  );
  if (items.length === 0)
    return (
      <>
        <p className="secondary">{empty}</p>
        {status}
      </>
    );
  return (
    <>
      <ol className="sortable" aria-label={label} ref={list}>
        {items.map((item, index) => (
          <li
            key={item.value}
            className={dragged === index ? "sortable__row is-dragged" : "sortable__row"}
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
            <Row
              item={item}
              index={index}
              count={items.length}
              onEdit={onEdit}
              onMove={(step) => move(index, index + step)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      {status}
    </>
  );
}

type RowProps = {
  item: Item;
  index: number;
  count: number;
  onEdit: Props["onEdit"];
  onMove: (step: number) => void;
  onRemove: () => void;
};

/** The place, the label and the buttons of an item. */
function Row({ item, index, count, onEdit, onMove, onRemove }: RowProps) {
  return (
    <>
      <Icon name="sort" size="small" />
      <span className="sortable__place">{index + 1}</span>
      <span className="row__grow">
        {item.label}
        {item.detail ? <span className="sortable__detail caption">{item.detail}</span> : null}
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
      <MoveButton item={item} direction="up" isDisabled={index === 0} onMove={() => onMove(-1)} />
      <MoveButton
        item={item}
        direction="down"
        isDisabled={index === count - 1}
        onMove={() => onMove(1)}
      />
      <Button
        variant="quiet"
        size="small"
        icon="close"
        data-remove
        aria-label={`Remove ${item.label}`}
        onPress={onRemove}
      />
    </>
  );
}

/** Stays focusable when disabled, so that the focus is not lost at either end of the list. */
function MoveButton({ item, direction, isDisabled, onMove }: MoveProps) {
  return (
    <button
      type="button"
      className={`button button--quiet button--small button--icon sortable__${direction}`}
      aria-label={`Move ${item.label} ${direction}`}
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (!isDisabled) onMove();
      }}
    >
      <Icon name="down" />
    </button>
  );
}
