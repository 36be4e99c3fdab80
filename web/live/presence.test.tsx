import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PRESENCE_REPEAT_MS } from '#kernel/live/presence.ts'
import { showPeople, startPresence, useHere, useOthers } from '#web/live/presence.ts'

type Told = { record: string; tab: string; stream: string; open: boolean }
let told: Told[]
beforeEach(() => {
  vi.useFakeTimers()
  told = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    told.push(JSON.parse(body) as Told)
    return new Response(null, { status: 204 })
  })
})
afterEach(() => {
  startPresence(null, {})
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function Box({ id }: { id: number }) {
  useHere('packaging', id)
  return <p>{useOthers('packaging', id).join(', ')}</p>
}
const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const words = () => told.map(({ record, stream, open }) => `${record} ${stream} ${open ? 'open' : 'closed'}`)

test('the server learns what is open, again after a while and with each new stream, and at once when it is closed', async () => {
  const page = render(<Box id={12} />)
  await settle()
  expect(words()).toEqual([])
  act(() => startPresence('first', {}))
  await settle()
  expect(words()).toEqual(['packaging:12 first open'])
  await settle(PRESENCE_REPEAT_MS)
  expect(words()).toHaveLength(2)
  act(() => startPresence(null, {}))
  await settle(PRESENCE_REPEAT_MS)
  expect(words()).toHaveLength(2)
  act(() => startPresence('second', {}))
  await settle()
  expect(words().at(-1)).toBe('packaging:12 second open')
  page.unmount()
  await settle()
  expect(words().at(-1)).toBe('packaging:12 second closed')
  const before = told.length
  await settle(3 * PRESENCE_REPEAT_MS)
  expect(told).toHaveLength(before)
})

test('a page that is being left closes what it has open', async () => {
  startPresence('first', {})
  const page = render(<Box id={7} />)
  await settle()
  window.dispatchEvent(new Event('pagehide'))
  expect(words()).toEqual(['packaging:7 first open', 'packaging:7 first closed'])
  page.unmount()
})

test('the others are shown without this tab, each once, until they leave or the stream is lost', async () => {
  startPresence('first', {})
  const page = render(<Box id={12} />)
  await settle()
  const own = { tab: told[0]?.tab ?? '', name: 'Εγώ' }
  const maria = { tab: 'x', name: 'Μαρία' }
  act(() => showPeople({ 'packaging:12': [own, maria, { ...maria, tab: 'y' }], 'packaging:13': [maria] }))
  expect(screen.getByText('Μαρία')).toBeTruthy()
  act(() => showPeople({ 'packaging:13': [] }))
  expect(screen.getByText('Μαρία')).toBeTruthy()
  act(() => showPeople({ 'packaging:12': [own] }))
  expect(screen.queryByText('Μαρία')).toBeNull()
  act(() => showPeople({ 'packaging:12': [maria] }))
  act(() => startPresence(null, {}))
  expect(screen.queryByText('Μαρία')).toBeNull()
  page.unmount()
})
