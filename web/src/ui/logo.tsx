/** The wordmark. Its "o" combines a door and a speech bubble. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 100 32" role="img" aria-label="Parlor">
      <g className="logo__letters">
        <path d="M3.3 8.5V31" />
        <circle cx="10.5" cy="15.7" r="7.2" />
        <circle cx="30.7" cy="15.7" r="7.2" />
        <path d="M37.9 8.5v15.7" />
        <path d="M45.3 8.5v15.7M45.3 16.5c0-4.6 2.7-7.3 7.3-7.3" />
        <path d="M58.3 1v23.2" />
        <path d="M89.7 8.5v15.7M89.7 16.5c0-4.6 2.7-7.3 7.3-7.3" />
      </g>
      <path className="logo__door" d="M65.5 15.4a8.3 8.3 0 0 1 16.6 0v8.8H72l-6.5 5.3z" />
      <circle className="logo__knob" cx="77.6" cy="16.8" r="2" />
    </svg>
  );
}
