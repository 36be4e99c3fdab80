/** Tests what an open note says and does: scans, reasons of closed buttons, answers, the days left, and the way to invoice and receipt. */
import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { quantity } from '#kernel/money.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, loadPages, signIn } from '#app/web/router/test-page.tsx'
import type { ShownNote } from '../domain/contract.ts'
import { daysText } from './days-text.ts'
import { NoteDialog } from './NoteDialog.tsx'

const NOTE: ShownNote = {
  id: 7,
  mark: '400006000000001',
  number: 'ΔΑ 1',
  day: '2026-11-20' as Day,
  senderName: 'Κηροχημική ΑΕ',
  senderVat: '094019245',
  sender: null,
  goods: 'Παραφίνη',
  lineCount: 1,
  state: 'in-transit',
  answerKind: null,
  answerStatus: null,
  daysLeft: 15,
  type: '9.3',
  vehicle: 'ΥΖΑ-1234',
  leavesOn: null,
  lines: [{ code: 'K-1', name: 'Παραφίνη', quantity: quantity(10_000), unit: 'KG' }],
  answer: null,
  closed: { confirm: null, reject: null, withdraw: { kind: 'conflict', code: 'receiving.not-withdrawn' } },
}
/** The file that the server makes of the note. */
const fileOf = (lines: unknown[]) => ({ form: 'note', lines, written: {}, provider: {}, sameNumber: null })
let note: ShownNote
let pressed: string[]
let fileLines: unknown[]

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
  await loadPages('/createinvoice', '/stock-material', '/invoice-file/$id')
})
beforeEach(() => {
  note = NOTE
  pressed = []
  fileLines = []
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('purchases.file-draft')) return Response.json({ draft: fileOf(fileLines) })
    if (address.includes('receiving.enter-invoice')) return Response.json({ fileId: 3 })
    if (address.includes('receiving.note')) return Response.json(note, { headers: { etag: '"1"' } })
    pressed.push(address)
    return Response.json({ id: 7 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** Presses a key of a hand scanner. Returns whether the page still acts on it. */
function key(name: string, at: number): boolean {
  const on = document.activeElement ?? document.body
  const event = createEvent.keyDown(on, { key: name })
  Object.defineProperty(event, 'timeStamp', { value: at })
  return fireEvent(on, event)
}

test('the Enter key of a scan presses no button of an open note, and the question has its focus on the way back', async () => {
  await drawPart(<NoteDialog id={7} close={() => undefined} />)
  const button = await screen.findByRole('button', { name: 'Confirm receipt' })
  button.focus()
  for (const [place, letter] of Array.from('https://a.example/qr').entries()) key(letter, 1_000 + place * 10)
  expect(key('Enter', 1_210)).toBe(false)
  expect(screen.queryByText(/Were all goods of note/)).toBeNull()
  fireEvent.click(button)
  const back = await screen.findByRole('button', { name: 'Back' })
  await waitFor(() => expect(document.activeElement).toBe(back))
  expect(pressed).toEqual([])
})

test('an answer that waits says why in words and can be withdrawn, and only a code of the tax office is shown as a code', async () => {
  const answer = { reason: '', by: 'Kostas', at: '2026-11-20T08:00:00.000Z', mark: null, errorCode: 'http-502' }
  const closed = { ...NOTE.closed, withdraw: null }
  note = { ...NOTE, answerKind: 'confirm', answerStatus: 'WAITING', answer, closed }
  await drawPart(<NoteDialog id={7} close={() => undefined} />)
  expect((await screen.findByText(/The service answered with an error/)).textContent).not.toContain('http-502')
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw the answer' }))
  await waitFor(() => expect(pressed.some((address) => address.includes('receiving.withdraw'))).toBe(true))
  cleanup()
  queryClient.clear()
  note = {
    ...NOTE,
    answerKind: 'confirm',
    answerStatus: 'FAILED',
    answer: { ...answer, errorCode: 'answered-otherwise' },
  }
  await drawPart(<NoteDialog id={7} close={() => undefined} />)
  expect((await screen.findByText(/has the other answer/)).textContent).not.toContain('Code')
})

test('a note that is closed says why in words, each reason once', async () => {
  const over = { kind: 'conflict', code: 'receiving.answered.reject' } as const
  note = { ...NOTE, state: 'rejected', closed: { ...NOTE.closed, confirm: over, reject: over } }
  await drawPart(<NoteDialog id={7} close={() => undefined} />)
  await screen.findByRole('button', { name: 'Confirm receipt' })
  const reasons = [...document.querySelectorAll('[data-why-closed]')].map(({ textContent }) => textContent)
  expect(reasons).toEqual(['The note is rejected already.', 'The note is rejected at the tax office.'])
})

test.each([
  ['Enter the supplier’s invoice', [], '/createinvoice'],
  ['Quick receipt', [], '/stock-material?file=3'],
  ['Quick receipt', [{ match: { state: 'asked' }, becomes: [] }], '/invoice-file/3?use=receipt'],
])('"%s" of a note with the unknown lines %j opens %s', async (name, lines, address) => {
  fileLines = lines
  await drawPart(<NoteDialog id={7} close={() => undefined} />)
  fireEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe(address))
})

test.each([
  [15, '15 days left'],
  [1, '1 day left'],
  [0, 'Ends today'],
  [-1, 'Ended 1 day ago'],
  [-2, 'Ended 2 days ago'],
  [null, ''],
])('the time to answer with %s days left reads "%s"', (days, text) => {
  const t = i18n.getFixedT(i18n.language, 'receiving')
  expect(daysText(t, days)).toBe(text)
})

test('an answer that is being sent cannot be withdrawn, and says why', async () => {
  const answer = { reason: '', by: 'Kostas', at: '2026-11-20T08:00:00.000Z', mark: null, errorCode: null }
  note = { ...NOTE, answerKind: 'confirm', answerStatus: 'SENDING', answer }
  await drawPart(<NoteDialog id={7} close={() => undefined} />)
  const button = await screen.findByRole('button', { name: 'Withdraw the answer' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.querySelector('[data-why-closed]')?.textContent).toMatch(/The tax office takes none back/)
})
