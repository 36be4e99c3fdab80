import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { choosePreferences } from '#web/preferences/own-preferences.ts'
import { queryClient } from '#web/query.ts'
import { loadPages, openPage, signIn } from '#app/web/router/test-page.tsx'

/** A page that asks little and has tabs beside it. */
const PAGE = '/cheques'

beforeAll(async () => {
  await startLanguages()
  await loadPages(PAGE)
})
beforeEach(() => {
  signIn({ uid: 7, role: 'admin', username: 'Maria' })
  choosePreferences(7, { pins: [] })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  // the window of a desk, in which the menu shows names
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const menu = () => screen.findByRole('navigation', { name: 'Menu' })
const branch = async (name: string) => within(await menu()).findByRole('button', { name })
const expanded = async () =>
  within(await menu())
    .queryAllByRole('button', { expanded: true })
    .map((button) => button.textContent)

test('only the branch of the open page is open, another one closes it, and a screen reader hears both', async () => {
  openPage(PAGE)
  expect(await expanded()).toEqual(['Payments'])
  const list = within(await menu()).getByRole('link', { name: 'Payment List' })
  expect(list.getAttribute('aria-current')).toBe('true')
  fireEvent.click(await branch('Views'))
  expect(await expanded()).toEqual(['Views'])
  expect(within(await menu()).queryByRole('link', { name: 'Payment List' })).toBeNull()
  fireEvent.click(await branch('Views'))
  expect(await expanded()).toEqual([])
})

test('the pages beside the open one are tabs, of which the open one is named as the current page', async () => {
  openPage(PAGE)
  const tabs = within(await screen.findByRole('navigation', { name: 'Pages of Payment List' })).getAllByRole('link')
  expect(tabs.map((tab) => tab.textContent)).toEqual([
    'Payment List',
    'Cheques',
    'Due',
    'Bank statements',
    'Drivers’ cash',
  ])
  expect(tabs.map((tab) => tab.getAttribute('aria-current'))).toEqual([null, 'page', null, null, null])
})

test('the open page is pinned beside Today, and its pin is taken away again', async () => {
  openPage(PAGE)
  fireEvent.click(await screen.findByRole('button', { name: 'Pin Cheques' }))
  const pins = await screen.findByRole('region', { name: 'Pinned' })
  expect(within(pins).getByRole('link', { name: 'Cheques' }).getAttribute('aria-current')).toBe('page')
  fireEvent.click(screen.getByRole('button', { name: 'Unpin Cheques' }))
  expect(screen.queryByRole('region', { name: 'Pinned' })).toBeNull()
})

test('a pinned page that the person may not open is not shown', async () => {
  choosePreferences(7, { pins: ['/people', '/cheques'] })
  signIn({ uid: 7, role: 'user', username: 'Maria' })
  openPage(PAGE)
  const pins = await screen.findByRole('region', { name: 'Pinned' })
  expect(
    within(pins)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Cheques'])
})
