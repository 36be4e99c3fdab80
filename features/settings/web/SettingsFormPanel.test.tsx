import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Dates } from '#web/Dates.tsx'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { SettingsFormPanel } from './SettingsFormPanel.tsx'

const CONFLICT = /Somebody else has changed this in the meantime/
const OFFLINE = /The server cannot be reached/

let stored = 0
/** Whether the server can no longer be reached after it has refused to save. */
let lostAfterRefusal = false
let lost = false
const realFetch = globalThis.fetch

beforeAll(startLanguages)

/** A server with one setting. It refuses to save, because another person has saved 400 in the meantime. */
beforeEach(() => {
  stored = 2_192
  lostAfterRefusal = false
  lost = false
  globalThis.fetch = async (address, init) => {
    if (lost) throw new TypeError('Failed to fetch')
    if (init?.method === 'POST') {
      stored = 400
      lost = lostAfterRefusal
      return Response.json({ refusal: { kind: 'conflict', code: 'conflict' } }, { status: 409 })
    }
    const { pathname } = new URL(address as string, 'http://page')
    if (pathname !== '/app/settings.retention') return Response.json({ rows: [], more: false })
    const setting = { kind: 'kept-days', name: 'mails', usual: 2_192, least: 365, most: 36_525 }
    return Response.json({ id: 2, settings: [setting], values: { mails: stored }, effectiveAt: null })
  }
})

afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
})

/** Opens the form, types another number of days, and saves. */
async function saveDays(days: string) {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Dates>
          <SettingsFormPanel name="retention" />
        </Dates>
      </MantineProvider>
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByLabelText(/, in days$/), { target: { value: days } })
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
}

test('after a conflict the person reads it, and beside the own value the one of the other person', async () => {
  await saveDays('3000')
  expect(await screen.findByText(CONFLICT)).toBeTruthy()
  expect(screen.getByText(/Another person has saved 400/)).toBeTruthy()
})

test("after a conflict the person reads it, even if the other person's values cannot be fetched", async () => {
  lostAfterRefusal = true
  await saveDays('3000')
  expect(await screen.findByText(CONFLICT)).toBeTruthy()
  expect(screen.queryByText(OFFLINE)).toBeNull()
})
