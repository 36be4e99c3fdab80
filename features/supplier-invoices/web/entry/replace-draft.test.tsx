import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { EMPTY_INVOICE } from '../../domain/invoice-draft.ts'
import { useReplaceDraft } from './replace-draft.ts'
import { INVOICE_DRAFT } from './stored-draft.ts'

beforeAll(startLanguages)
beforeEach(() => signIn({ uid: 7, role: 'user' }))
afterEach(() => {
  signIn(null)
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

const numbered = (number: string) => ({ ...EMPTY_INVOICE, number })
const stored = () => INVOICE_DRAFT.read(7)?.number
const page = () => window.location.pathname

/** Opens a correction from a button, as the page of an invoice does. */
function OpenButton() {
  const replace = useReplaceDraft()
  return <button onClick={() => void replace(numbered('correction'))}>Correct</button>
}
async function press() {
  await drawPart(<OpenButton />)
  fireEvent.click(screen.getByText('Correct'))
}

test('a draft that was not saved stays if the person keeps it, and is replaced only if they agree', async () => {
  INVOICE_DRAFT.store(7, numbered('typed'))
  await press()
  expect(await screen.findByText('Replace the other draft?')).toBeTruthy()
  expect(stored()).toBe('typed')
  fireEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByText('Replace the other draft?')).toBeNull())
  expect([stored(), page()]).toEqual(['typed', '/logout'])
  fireEvent.click(screen.getByText('Correct'))
  fireEvent.click(await screen.findByRole('button', { name: 'Replace' }))
  await waitFor(() => expect(page()).toBe('/createinvoice'))
  expect(stored()).toBe('correction')
})

test('without another draft the form opens at once', async () => {
  await press()
  await waitFor(() => expect(page()).toBe('/createinvoice'))
  expect(stored()).toBe('correction')
})
