/** Checks that a page has one name in the menu and in the title of its tab, in every language. */
import i18n from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#kernel/languages.ts'
import { FEATURES } from '#app/web/features.ts'
import { loadLanguage, startLanguages } from '#web/i18n.ts'

/** Specification 3 gives these entries names that only their parent completes: All Orders of Orders, General of System Settings. */
const COMPLETED_BY_PARENT: readonly string[] = ['/orders', '/settings']

beforeAll(async () => {
  await startLanguages()
  await Promise.all(LANGUAGES.map(({ tag }) => loadLanguage(tag)))
})

const PAGES = FEATURES.flatMap(({ feature, pages }) => pages.map((page) => ({ feature, ...page })))
const ENTRIES = FEATURES.flatMap(({ feature, menu }) => menu.map((entry) => ({ feature, ...entry })))

test.each(LANGUAGES.map(({ tag }) => tag))('in %s the menu and the title of the tab name each page alike', (tag) => {
  const compared = ENTRIES.filter(({ to }) => !COMPLETED_BY_PARENT.includes(to)).map(({ feature, key, to }) => {
    const page = PAGES.find(({ path }) => path === to)
    if (page === undefined || !('titleKey' in page)) return { to, inMenu: to, inTab: 'no page' }
    const inMenu = i18n.t(`menu.${key}`, { lng: tag, ns: feature })
    return { to, inMenu, inTab: i18n.t(page.titleKey, { lng: tag, ns: page.feature }) }
  })
  expect(compared.filter(({ inMenu, inTab }) => inMenu !== inTab)).toEqual([])
  expect(compared.length).toBeGreaterThan(8)
})

test('the entries with a name of their own exist, and stand below a parent', () => {
  const own = ENTRIES.filter(({ to }) => COMPLETED_BY_PARENT.includes(to))
  expect(own.map(({ to }) => to).toSorted()).toEqual(COMPLETED_BY_PARENT)
  expect(own.filter(({ parentKey }) => parentKey === undefined)).toEqual([])
})
