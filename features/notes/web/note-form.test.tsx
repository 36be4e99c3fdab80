/** Tests that a note is added once, however often it is sent, with a server that answers from memory. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { NoteForm } from './NoteForm.tsx'

let sent: { key: string | null; body: string }[] = []
let works = true

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(async () => {
  sent = []
  works = true
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => {
    if (!address.includes('notes.add-note')) return new Promise(() => undefined)
    const { body } = JSON.parse(options?.body as string) as { body: string }
    sent.push({ key: new Headers(options?.headers).get('Idempotency-Key'), body })
    return works ? Response.json({ id: sent.length }) : new Response('', { status: 502 })
  })
  await drawPart(<NoteForm entity={ordersEntity} id={7} />)
})
afterEach(() => {
  cleanup()
  signIn(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox')
function add(text: string): void {
  fireEvent.change(field(), { target: { value: text } })
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
}

test('a note whose answer was lost is sent again under its key, also with another text, and the next note has its own', async () => {
  works = false
  add('Call before delivery')
  await screen.findByRole('alert')
  works = true
  add('Call before delivery, twice')
  await waitFor(() => expect(field().value).toBe(''))
  add('Paid')
  await waitFor(() => expect(sent).toHaveLength(3))
  const [first, again, next] = sent
  expect(first?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(again).toEqual({ key: first?.key, body: 'Call before delivery, twice' })
  expect(next?.key).not.toBe(first?.key)
})
