import { screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FEATURES } from '#app/web/features.ts'
import { startLanguages } from '#web/i18n.ts'
import { openPage, signIn } from './test-page.tsx'

const PATHS = FEATURES.flatMap(({ pages }) => pages.map(({ path }) => path)).filter((path) => path.endsWith('/$id'))

/** The questions that the pages have sent to the server. */
const asked: string[] = []

beforeAll(startLanguages)
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(decodeURIComponent(address))
    return new Promise(() => undefined)
  })
  vi.stubGlobal('scrollTo', () => undefined)
  signIn({ uid: 1, role: 'admin' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  signIn(null)
  window.history.replaceState(null, '', '/')
})

test('there are pages of one record to visit', () => {
  expect(PATHS.length).toBeGreaterThan(7)
})

test.each(PATHS)(
  '%s says that there is no such record without asking for it, if the id is not a number',
  async (path) => {
    openPage(path.replace('$id', 'abc'))
    // the code of a page is loaded first
    const title = await screen.findByRole('heading', { level: 1 }, { timeout: 20_000 })
    expect(title.textContent).toMatch(
      /^(There is no [a-z ]+ abc|This view does not exist any more, or it is not shared)\.$/,
    )
    expect(asked.filter((question) => /NaN|null|abc/.test(question))).toEqual([])
  },
)
