/**
 * The cookie that tells the server what it must know of this device to draw a page for it: language, window, colours, and how the
 * person has arranged lists. It contains no secrets and no data of the company.
 */
import { SCREEN_COOKIE } from '#kernel/drawing/drawing.ts'

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

/** The entries of the local storage that the server may know: the language, the colours, and how lists and the board are arranged. */
const TOLD = /^(I18N_LANGUAGE$|mantine-color-scheme-value$|table:|table-views:|operations:\d+:(height|panel-))/
/** The server draws no page for a device with more than this, because browsers drop long cookies. */
const MOST_LETTERS = 3_000
const YEAR_SECONDS = 365 * 24 * 60 * 60
const LOOK_MS = 400
/** By then a page has stored what the answers of the server changed of its lists. */
const SETTLED_MS = [1_500, 5_000]

/** Returns the screen that a cookie describes; null if it describes none. */
export function screenIn(cookie: string): Screen | null {
  try {
    const said: unknown = JSON.parse(decodeURIComponent(cookie))
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

/** Returns the entries of the local storage that the server may know. */
const toldEntries = (): (readonly [key: string, value: string])[] =>
  Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '')
    .filter((key) => TOLD.test(key))
    .map((key) => [key, localStorage.getItem(key) ?? ''] as const)

function cookieOfScreen(): string {
  const matches = (query: string): boolean => window.matchMedia(query).matches
  const marks = [
    matches('(pointer: coarse)') ? 'c' : '',
    matches('(prefers-color-scheme: dark)') ? 'd' : '',
    matches('(prefers-reduced-motion: reduce)') ? 'r' : '',
  ]
  const stored = Object.fromEntries(toldEntries())
  return encodeURIComponent(JSON.stringify([window.innerWidth, window.innerHeight, marks.join(''), stored]))
}

function write(): void {
  const value = cookieOfScreen()
  const fits = value.length <= MOST_LETTERS
  document.cookie = `${SCREEN_COOKIE}=${fits ? value : ''}; path=/; samesite=strict; max-age=${fits ? YEAR_SECONDS : 0}`
}

/** Writes the cookie now, and again when something that it says may have changed. */
export function tellScreen(): void {
  write()
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (): void => {
    clearTimeout(timer)
    timer = setTimeout(write, LOOK_MS)
  }
  for (const after of SETTLED_MS) setTimeout(write, after)
  window.addEventListener('pagehide', write)
  window.addEventListener('resize', later)
  // whatever a person changes of the page begins with a press or a key
  for (const kind of ['click', 'keyup', 'pointerup']) document.addEventListener(kind, later, { passive: true })
  new MutationObserver(later).observe(document.documentElement, {
    attributeFilter: ['lang', 'data-mantine-color-scheme'],
  })
}
