/**
 * The cookie that tells the server what it must know of this device to draw a page for it: language, window, colours, and how the
 * person has arranged lists. It contains no secrets and no data of the company.
 */
import { SCREEN_COOKIE } from '#kernel/drawing/drawing.ts'
import { currentPerson, watchPerson } from '#web/session.ts'

export type Screen = {
  readonly width: number
  readonly height: number
  /** The media features that pages ask for, besides the size of the window. */
  readonly coarse: boolean
  readonly dark: boolean
  readonly calm: boolean
  /** Entries of the local storage by which pages look otherwise. */
  readonly stored: Readonly<Record<string, string>>
}

/**
 * The entries of the local storage that the server may know: the language, the colours, and how the person has arranged lists and the
 * board. Those of a person have their number. `storeShown` writes them, so that the cookie is never older than they are.
 */
const TOLD = /^(?:I18N_LANGUAGE$|mantine-color-scheme-value$|table-views:|(?:table|operations):(\d+):)/
/** Browsers drop longer cookies. Entries for which there is no room are left out, and the browser draws the lists that they arrange. */
const MOST_LETTERS = 3_800
/** The media features that pages ask for besides the size of the window, by their marks in the cookie. */
const MEDIA = {
  c: '(pointer: coarse)',
  d: '(prefers-color-scheme: dark)',
  r: '(prefers-reduced-motion: reduce)',
} as const
const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Turning or resizing a window says a new size many times. */
const RESIZED_MS = 100

/** Signs of JSON that a cookie would write with three letters each, and those that stand for them. */
const SHORT = [
  ['%22', "'"],
  ['%2C', '!'],
  ['%3A', '*'],
  ['%5B', '('],
  ['%5D', ')'],
] as const

const encode = (value: unknown): string =>
  SHORT.reduce((text, [long, short]) => text.replaceAll(long, short), encodeURIComponent(JSON.stringify(value)))

const decode = (cookie: string): unknown =>
  JSON.parse(decodeURIComponent(SHORT.reduce((text, [long, short]) => text.replaceAll(short, long), cookie)))

/** Returns the screen that a cookie describes; null if it describes none. */
export function screenIn(cookie: string): Screen | null {
  try {
    const said = decode(cookie)
    if (!Array.isArray(said)) return null
    const [width, height, marks, stored] = said as [unknown, unknown, unknown, unknown]
    if (typeof width !== 'number' || typeof height !== 'number' || typeof marks !== 'string') return null
    if (typeof stored !== 'object' || stored === null) return null
    const entries = Object.entries(stored).filter(([key, value]) => TOLD.test(key) && typeof value === 'string')
    const has = (mark: string): boolean => marks.includes(mark)
    return {
      width,
      height,
      coarse: has('c'),
      dark: has('d'),
      calm: has('r'),
      stored: Object.fromEntries(entries),
    }
  } catch {
    return null
  }
}

/** Returns the entries of the local storage that the server may know of this person, the shortest first. */
function toldEntries(): (readonly [key: string, value: string])[] {
  const own = String(currentPerson()?.id ?? 0)
  return Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '')
    .filter((key) => {
      const [found, person = own] = TOLD.exec(key) ?? []
      return found !== undefined && person === own
    })
    .map((key) => [key, localStorage.getItem(key) ?? ''] as const)
    .toSorted(([, one], [, other]) => one.length - other.length)
}

function cookieOfScreen(): string {
  const matches = (query: string): boolean => window.matchMedia(query).matches
  const marks = Object.entries(MEDIA).map(([mark, query]) => (matches(query) ? mark : ''))
  const entries = toldEntries()
  for (;;) {
    const said = [window.innerWidth, window.innerHeight, marks.join(''), Object.fromEntries(entries)]
    const cookie = encode(said)
    if (cookie.length <= MOST_LETTERS || entries.pop() === undefined) return cookie
  }
}

let isTold = false

function write(): void {
  document.cookie = `${SCREEN_COOKIE}=${cookieOfScreen()}; path=/; samesite=strict; max-age=${YEAR_SECONDS}`
}

/** Stores an entry by which pages look otherwise, or removes it if the value is null. The next page is drawn with it. */
export function storeShown(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  if (isTold) write()
}

/** Writes the cookie now, and again whenever something changes that it says. */
export function tellScreen(): void {
  isTold = true
  write()
  let timer: ReturnType<typeof setTimeout> | undefined
  window.addEventListener('resize', () => {
    clearTimeout(timer)
    timer = setTimeout(write, RESIZED_MS)
  })
  for (const query of Object.values(MEDIA)) window.matchMedia(query).addEventListener('change', write)
  // of several windows the one with which the person works says its size
  window.addEventListener('focus', write)
  // other modules store the language and the colours, and show them at the same moment
  new MutationObserver(write).observe(document.documentElement, {
    attributeFilter: ['lang', 'data-mantine-color-scheme'],
  })
  watchPerson(write)
}
