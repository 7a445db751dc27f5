import { type Markup, trusted } from './html.ts'

const paths = {
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-5h4v5',
  menu: 'M5 7h14M5 12h14M5 17h9',
  bag: 'M6 8h12l1.2 12H4.8zM9 8V6.5a3 3 0 0 1 6 0V8',
  heart: 'M12 20s-7.5-4.7-7.5-10.2A4.2 4.2 0 0 1 12 7.2a4.2 4.2 0 0 1 7.5 2.6C19.5 15.300 12 20 12 20z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  pin: 'M12 21s-6.5-5.800-6.5-11a6.5 6.5 0 0 1 13 0c0 5.200-6.5 11-6.5 11zM12 12.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400z',
  phone:
    'M6 4h3.5l1.5 4.5-2 1.5a11 11 0 0 0 5 5l1.5-2 4.5 1.5V18a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z',
  mail: 'M4 6.5h16v11H4zM4 7.5l8 5.5 8-5.5',
  calendar: 'M5 6.5h14V20H5zM5 10.5h14M9 4v4M15 4v4',
  search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-4 3.700-6 7.5-6s6.700 2 7.5 6',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.7-3.5 3.200-5 6.5-5s5.800 1.5 6.5 5M16 4.800a3.5 3.5 0 0 1 0 6.5M17.5 14.800c2.200.5 3.600 2 4 4.700',
  left: 'M14.5 5.5L8 12l6.5 6.5',
  right: 'M9.5 5.5L16 12l-6.5 6.5',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5',
  star: 'M12 4l2.400 5.100 5.600.7-4.100 3.800 1.100 5.5L12 16.400l-5 2.700 1.100-5.5L4 9.800l5.600-.7z',
  filter: 'M4 6h16M7 12h10M10 18h4',
  chart: 'M5 20V11M10 20V5M15 20v-7M20 20V8',
  activity: 'M3 12h4l3-7 4 14 3-7h4',
  download: 'M12 4v11M7.5 11L12 15.5 16.5 11M5 20h14',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M5 12v8h14v-8',
  book: 'M5 5.5c3-1.300 5-1 7 .6 2-1.600 4-1.900 7-.6V18.5c-3-1.300-5-1-7 .6-2-1.600-4-1.900-7-.6zM12 6.100v13',
  map: 'M4 6.5l5-2 6 2 5-2v13l-5 2-6-2-5 2zM9 4.5v13M15 6.5v13',
  board: 'M4 5h4.5v14H4zM10 5h4.5v9H10zM16 5h4.5v11H16z',
  close: 'M6 6l12 12M18 6L6 18',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c3 3 3 14 0 17M12 3.5c-3 3-3 14 0 17',
  send: 'M4 12l16-7-5 15-3.5-6.5z',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 8v.01',
  play: 'M8 5.5v13l10.5-6.5z',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.600 9.5a2.5 2.5 0 1 1 3.600 2.300c-.9.5-1.200 1-1.200 1.900M12 16.5v.01',
} as const

export type IconName = keyof typeof paths

/** A line icon, 24 × 24, in the colour of the text around it; hidden from screen readers. */
export function icon(name: IconName): Markup {
  return trusted(
    `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${paths[name]}"/></svg>`,
  )
}
