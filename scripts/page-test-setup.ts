/** Before the tests of pages: what browsers have and jsdom has not, and a clean document after each test. */
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

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

/** jsdom lays nothing out, so there is nothing to observe. */
class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return []
  }
}

Object.assign(globalThis, { matchMedia: noQuery, ResizeObserver: StillObserver, IntersectionObserver: StillObserver })
const { Element } = globalThis as unknown as { Element: { prototype: object } }
Object.assign(Element.prototype, { scrollIntoView: () => undefined })
