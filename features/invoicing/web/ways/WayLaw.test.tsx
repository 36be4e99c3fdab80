/** Tests what the settings say of the ways of sending that the law ends, before, on and after the last day, and what stands in the way of another one. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { SettingsFormPanel } from '#features/settings/web/SettingsFormPanel.tsx'
import { SENDING_FORM } from '../../domain/ways.ts'
import { WayLaw } from './WayLaw.tsx'

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
  signIn(null)
})

test.each([
  ['2026-11-29', '32 days are left for other ways.'],
  ['2026-12-30', '1 day is left for other ways.'],
  ['2026-12-31', 'Today is the last day for other ways.'],
  ['2027-01-01', 'The time for other ways ended 1 day ago.'],
  ['2027-01-02', 'The time for other ways ended 2 days ago.'],
])('on %s it says: %s', async (today, text) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T10:00:00Z`) })
  await drawPart(<WayLaw ways={['file']} />)
  expect(document.querySelector('[data-way-law]')?.textContent).toContain(
    `only through a licensed provider or the tax office’s own application (timologio, myDATAapp). ${text}`,
  )
})

test('another way that documents forbid names each of them with a link', async () => {
  const records = [
    { name: 'ΤΠ 12', to: '/order-detail/178' },
    { name: 'ΔΑ 3', to: '/loading/27' },
  ]
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (init?.method === 'POST')
      return Response.json(
        { refusal: { kind: 'refused', code: 'invoicing.documents-wait', details: { count: 2, records } } },
        { status: 422 },
      )
    if (!address.includes('settings.sending')) return Response.json({ rows: [], more: false })
    const { id, settings } = SENDING_FORM
    return Response.json({ id, settings, values: { way: 'provider' }, effectiveAt: null })
  })
  signIn({ uid: 1, role: 'admin' })
  await drawPart(<SettingsFormPanel name="sending" />)
  fireEvent.click(await screen.findByRole('combobox', { name: /Way of sending/ }))
  fireEvent.click(await screen.findByRole('option', { name: /^Files/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect((await screen.findByRole('alert')).textContent).toContain('2 documents wait for their answers')
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual(records.map(({ name, to }) => [name, to]))
})
