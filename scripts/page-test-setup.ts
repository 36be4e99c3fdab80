/** Prepares the tests of pages: adds browser functions that jsdom lacks, and cleans the document after each test. */
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'

// The files share one document and one browser storage.
localStorage.clear()
sessionStorage.clear()
// The loaded modules are shared too. This event makes the session read again that nobody is signed in.
window.dispatchEvent(new StorageEvent('storage', { key: 'authUser' }))
document.body.replaceChildren()

afterEach(cleanup)

/** Writes the document out only if the error is shown. A test that waits for an element makes many errors and shows none. */
function missingElement(message: string | null, container: Parameters<typeof prettyDOM>[0]): Error {
  const error = new Error()
  let text: string | undefined
  const get = () => (text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n'))
  // the library writes the message anew when the time to wait is over
  return Object.defineProperties(error, {
    name: { value: 'TestingLibraryElementError' },
    message: { get, configurable: true },
  })
}
// what a test waits for comes, but on a busy machine not within the second that the library would wait
configure({ asyncUtilTimeout: 60_000, getElementError: missingElement })

// In a browser the timers of a page end with it. Here they are timers of Node, which would run after the document is gone.
const startTimer = globalThis.setTimeout
const timers: ReturnType<typeof setTimeout>[] = []
const startTimerOfPage = (...args: Parameters<typeof setTimeout>) => {
  const timer = startTimer(...args)
  timers.push(timer)
  return timer
}
globalThis.setTimeout = Object.assign(startTimerOfPage, startTimer)
afterAll(() => {
  globalThis.setTimeout = startTimer
  for (const timer of timers) clearTimeout(timer)
})

const noQuery = (media: string) => ({
  matches: false,
  media,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
})

/** Observes nothing, because jsdom has no layout. */
class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return []
  }
}

// text areas that grow with their text listen for fonts
Object.assign(document, { fonts: new EventTarget() })
Object.assign(globalThis, { matchMedia: noQuery, ResizeObserver: StillObserver, IntersectionObserver: StillObserver })
const { Element } = globalThis as unknown as { Element: { prototype: object } }
Object.assign(Element.prototype, { scrollIntoView: () => undefined, scrollTo: () => undefined })
