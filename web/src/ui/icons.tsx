// Icons on a 20 × 20 grid, drawn with 1.5 px lines.

import type { ReactNode } from "react";

export const icons = {
  menu: <path d="M3 6h14M3 10h14M3 14h9" />,
  find: (
    <>
      <circle cx="9" cy="9" r="5" />
      <path d="m13 13 4 4" />
    </>
  ),
  down: <path d="m6 8 4 4 4-4" />,
  right: <path d="m8 6 4 4-4 4" />,
  left: <path d="m12 6-4 4 4 4" />,
  back: <path d="M16 10H4m5-5-5 5 5 5" />,
  forward: <path d="M4 10h12m-5-5 5 5-5 5" />,
  close: <path d="m6 6 8 8m0-8-8 8" />,
  check: <path d="m5 10.5 3.5 3.5L15 7" />,
  plus: <path d="M10 5v10M5 10h10" />,
  dots: <path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="2.5" />,
  help: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M8 8.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.3M10 13.6v.1" />
    </>
  ),
  bell: <path d="M3.5 14.5h13M5 14.5a5 5 0 0 1 10 0M10 9.5V7M8.5 7h3" />,
  door: <path d="M5 17V9a5 5 0 0 1 10 0v8M3 17h14M12 11.5v.1" />,
  threads: <path d="M3 5h9v6H7l-3 2.5V11H3zM14.5 8H17v6h-1v2.5L13 14H9.5" />,
  tree: <path d="M4 4v11.5h4M4 8.5h4M11 6.5h5.5v4H11zM11 13.5h5.5v4H11zM2.5 2.5h3" />,
  "send-many": <path d="M3 8.5 16.5 4 13 16l-3.5-4.5zM9.5 11.5 16.5 4" />,
  globe: <path d="M3 5h14v8.5H9L5.5 17v-3.5H3zM7 9.3h.1M10 9.3h.1M13 9.3h.1" />,
  inbox: <path d="M3 11.5 5.5 4h9L17 11.5V16H3zM3 11.5h4l1 2h4l1-2h4" />,
  mail: <path d="M3 5h14v10H3zM3 6l7 5 7-5" />,
  pen: <path d="M4 16l.8-3.4L13.5 4 16 6.5l-8.6 8.7zM11.5 6 14 8.5" />,
  tray: <path d="M4 4h8l4 4v8H4zM12 4v4h4M7 11h6M7 13.5h4" />,
  wrench: (
    <path d="M16 6.2a4 4 0 0 1-5.3 4.9L6 16l-2-2 4.9-4.7A4 4 0 0 1 13.8 4L11.5 6.4l2.1 2.1z" />
  ),
  chart: <path d="M3 17h14M5 14v-3M9 14V7M13 14V9.5M16.5 14V4" />,
  flask: <path d="M8 3h4M8.5 3v5L4.5 16h11L11.5 8V3M6.5 12.5h7" />,
  keys: (
    <>
      <circle cx="7" cy="7" r="3.5" />
      <path d="m9.5 9.5 6.5 6.5M13.5 13.5l-1.5 1.5M16 16l-1.3 1.3" />
    </>
  ),
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4l2.5 2" />
    </>
  ),
  download: <path d="M10 3.5v9m-3.5-3.5L10 12.5 13.5 9M4 16.5h12" />,
  undo: <path d="M7 4.5 3.5 8 7 11.5M3.5 8H12a4 4 0 0 1 0 8H8" />,
  retry: <path d="M15.5 7.5A6 6 0 1 0 16 10M16 3.5v4h-4" />,
  info: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 9.2V14M10 6.4v.1" />
    </>
  ),
  ok: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m7 10.3 2.2 2.2L13.3 8" />
    </>
  ),
  warning: <path d="M10 3.5 17.5 16h-15zM10 8.5v3.5M10 13.9v.1" />,
  danger: <path d="M7 3h6l4 4v6l-4 4H7l-4-4V7zM10 6.5v4.5M10 13.4v.1" />,
  phone: <path d="M6 3h8v14H6zM9 14.8h2" />,
  send: <path d="M10 16V4.5M5.5 9 10 4.5 14.5 9" />,
  note: <path d="M4 4h12v8l-4 4H4zM12 16v-4h4" />,
  eye: (
    <>
      <path d="M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5z" />
      <circle cx="10" cy="10" r="2.2" />
    </>
  ),
  "eye-off": (
    <>
      <path d="M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5z" />
      <circle cx="10" cy="10" r="2.2" />
      <path d="m4 3.5 12 13" />
    </>
  ),
  copy: <path d="M7 7h9v9H7zM4 13V4h9" />,
  people: (
    <>
      <circle cx="7.5" cy="7" r="2.8" />
      <path d="M2.5 16c.4-3 2.4-4.5 5-4.5s4.6 1.5 5 4.5M13 4.6a2.8 2.8 0 0 1 0 4.9M14.5 12c1.7.7 2.7 2 3 4" />
    </>
  ),
  coin: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M12.3 7.5c-.4-.7-1.2-1-2.3-1-1.3 0-2.2.6-2.2 1.6 0 2.6 4.6 1 4.6 3.7 0 1-1 1.7-2.4 1.7-1.2 0-2.1-.5-2.5-1.3M10 5v1.5M10 13.5V15" />
    </>
  ),
  flag: <path d="M5 17V3.5M5 4h9l-2 3 2 3H5" />,
  book: (
    <path d="M4 4h5a2 2 0 0 1 1 1 2 2 0 0 1 1-1h5v11.5h-5a2 2 0 0 0-1 1 2 2 0 0 0-1-1H4zM10 5v11.5" />
  ),
  sort: <path d="M7 5v10m-2.5-2.5L7 15l2.5-2.5M13 15V5m-2.5 2.5L13 5l2.5 2.5" />,
  filter: <path d="M3 5h14M6 10h8M8.5 15h3" />,
  calendar: <path d="M4 5h12v11H4zM4 8.5h12M7.5 3.5V6M12.5 3.5V6" />,
  wait: <path d="M10 3v3M10 14v3M3 10h3M14 10h3M5 5l2 2M13 13l2 2M5 15l2-2M13 7l2-2" />,
  persona: (
    <>
      <circle cx="10" cy="7.5" r="3.5" />
      <path d="M4 17c.5-3.6 2.8-5.2 6-5.2s5.5 1.6 6 5.2" />
    </>
  ),
  bin: <path d="M4 6h12M8 6V4h4v2M5.8 6l.8 10.5h6.8L14.2 6M8.6 9v4.5M11.4 9v4.5" />,
  leave: <path d="M11 4H4v12h7M8.5 10H17m-3-3 3 3-3 3" />,
  offline: (
    <path d="M3 3l14 14M2.5 8A11 11 0 0 1 6 5.8M9 5a11 11 0 0 1 8.5 3M5.5 11a7 7 0 0 1 2.6-1.6M12 9.6a7 7 0 0 1 2.5 1.4M10 15.2v.1" />
  ),
  spam: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m5 5 10 10" />
    </>
  ),
  release: <path d="M10 12V3.5M6.5 7 10 3.5 13.5 7M4 12v4.5h12V12" />,
  clip: <path d="m14.5 8.5-5.6 5.6a2.3 2.3 0 0 1-3.3-3.3l6.2-6.2a3.4 3.4 0 0 1 4.8 4.8l-6 6" />,
  camera: (
    <>
      <path d="M3 6.5h3l1.5-2h5l1.5 2h3V16H3z" />
      <circle cx="10" cy="11" r="2.6" />
    </>
  ),
  pin: (
    <>
      <path d="M10 17.5s5.5-5 5.5-9.2a5.5 5.5 0 0 0-11 0c0 4.2 5.5 9.2 5.5 9.2z" />
      <circle cx="10" cy="8.2" r="1.9" />
    </>
  ),
  paw: (
    <path d="M6.2 13.2c.5-1.8 2-2.9 3.8-2.9s3.3 1.1 3.8 2.9c.4 1.6-.6 2.8-2 2.8-.8 0-1.2-.4-1.8-.4s-1 .4-1.8.4c-1.4 0-2.4-1.2-2-2.8zM4.3 9.3v.6M7.7 6v1M12.3 6v1M15.7 9.3v.6" />
  ),
  lock: <path d="M5 9h10v7.5H5zM7 9V6.8a3 3 0 0 1 6 0V9M10 12v1.6" />,
  call: (
    <path d="M5 3.5h3l1.2 3.6-1.9 1.4c.8 1.9 2.3 3.4 4.2 4.2l1.4-1.9 3.6 1.2v3c0 .8-.7 1.5-1.5 1.5C9 16.5 3.5 11 3.5 5c0-.8.7-1.5 1.5-1.5z" />
  ),
  bookmark: <path d="M6 3.5h8v13l-4-3-4 3z" />,
  board: <path d="M3.5 4h3.5v12H3.5zM8.3 4h3.5v8H8.3zM13 4h3.5v10H13z" />,
  list: <path d="M7 5.5h9M7 10h9M7 14.5h9M3.8 5.5h.1M3.8 10h.1M3.8 14.5h.1" />,
  text: (
    <path d="M3.5 5A1.5 1.5 0 0 1 5 3.5h10A1.5 1.5 0 0 1 16.5 5v7a1.5 1.5 0 0 1-1.5 1.5H9L5 17v-3.5a1.5 1.5 0 0 1-1.5-1.5zM7 7.3h6M7 10h3.5" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof icons;
