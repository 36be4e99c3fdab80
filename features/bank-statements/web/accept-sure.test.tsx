/** Tests where the focus is after the sure lines of a bank are accepted together. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import type { StatementLine } from '../domain/contract.ts'
import BankStatementsPage from './BankStatementsPage.tsx'

const UNKNOWN = {
  id: 1,
  day: '2026-11-19',
  amount: 70_00,
  name: 'FIRST',
  iban: '',
  text: '',
  reference: '',
  bankName: 'Alpha',
  state: 'open',
  payment: null,
  skipReason: '',
  doneBy: '',
  booked: [],
  proposals: [],
  chosen: false,
  sure: false,
} as unknown as StatementLine
const PROPOSAL = { kind: 'customers', id: 7, name: 'Tavern', score: 95, reasons: [], settles: [], matched: false }
const SURE = { ...UNKNOWN, id: 3, name: 'SURE', proposals: [PROPOSAL], chosen: true, sure: true }
const LINES = [SURE, UNKNOWN, { ...UNKNOWN, id: 2, name: 'SECOND' }]

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('bank-statements.accept')) return Response.json({ accepted: [3], refused: [], already: 0 })
    if (address.includes('bank-statements.'))
      return Response.json({ rows: LINES, more: false, counts: { open: 3, accepted: 0, skipped: 0 } })
    return new Promise(() => undefined)
  })
})
afterEach(() => {
  cleanup()
  signIn(null)
  vi.unstubAllGlobals()
  queryClient.clear()
})

const fieldOf = (name: string) => screen.getByRole('combobox', { name: new RegExp(`, ${name}$`) })

/** Presses the button that accepts the sure lines, while `focused` has the focus. */
async function acceptSure(focused: (button: HTMLElement) => HTMLElement): Promise<void> {
  await drawPart(<BankStatementsPage />)
  const button = await screen.findByRole('button', { name: 'Accept the sure ones (1)' })
  act(() => focused(button).focus())
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByText('SURE')).toBeNull())
}

test('the first line that is left has the focus', async () => {
  await acceptSure((button) => button)
  expect(document.activeElement).toBe(fieldOf('FIRST'))
})

test('a person who went on to another line stays there', async () => {
  await acceptSure(() => fieldOf('SECOND'))
  expect(document.activeElement).toBe(fieldOf('SECOND'))
})
