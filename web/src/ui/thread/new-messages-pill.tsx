type Props = { words: string; onPress: () => void };

/** Button over the end of a thread that scrolls to the newest message. */
export function NewMessagesPill({ words, onPress }: Props) {
  return (
    <div className="thread__missed">
      <button type="button" className="button button--small" onClick={onPress}>
        <svg className="icon icon--small" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 4v12m-4.5-4.5L10 16l4.5-4.5" />
        </svg>
        {words}
      </button>
    </div>
  );
}
