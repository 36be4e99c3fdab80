/** Tests that a scan presses nothing in an open note, and that a note says in words why its answer was not sent. */
import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { quantity } from '#kernel/money.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { ShownNote } from '../domain/contract.ts'
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
let note: ShownNote
let pressed: string[]

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  note = NOTE
  pressed = []
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', async (address: string) => {
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
