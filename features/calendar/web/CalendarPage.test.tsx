/** Tests that keys move an entry, that a refused one goes back with its reason, and what the page says. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { periodOf } from '#kernel/days/period.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { showWeekday } from '#web/format.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { openPage, signIn } from '#app/web/router/test-page.tsx'
import type { Entry, Kind } from '../domain/contract.ts'

/** A Wednesday far from today, so that no day of the test has passed. */
const FIRST_DAY = '2098-05-14'
const MONDAY = periodOf('this-week', FIRST_DAY as Day).from
const WEDNESDAY = addDays(MONDAY, 2)

const delivery = (id: number, day: Day, more: Partial<Entry> = {}): Entry => ({
  kind: 'orders.deliveries',
  id,
  day,
  time: null,
  code: `#${id}`,
  title: `Ταβέρνα ${id}`,
  subtitle: '',
  status: 'STOCK-OK',
  figure: 10_000,
  version: 4,
  to: `/order-detail/${id}`,
  fixed: null,
  waits: true,
  ...more,
})

const DELIVERIES: Kind = {
  name: 'orders.deliveries',
  figure: 'quantity',
  subtitle: null,
  move: 'orders.move-delivery',
}
/** A kind whose second line is a section. */
const STEPS: Kind = { name: 'trial.steps', figure: 'quantity', subtitle: 'section', move: null }

let stored: Entry[] = []
let sent: { id: number; day: Day; version: number }[] = []
let asked: { from: Day; to: Day; kinds?: string[] }[] = []
let refuses: Refusal | null = null

beforeAll(startLanguages)
beforeEach(() => {
  stored = [delivery(1, WEDNESDAY), delivery(2, WEDNESDAY), delivery(3, addDays(WEDNESDAY, 1))]
  sent = []
  asked = []
  refuses = null
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string, request?: { body?: string }) => {
    const url = new URL(address, 'http://page')
    if (url.pathname === '/app/orders.move-delivery') {
      const input = JSON.parse(request?.body ?? '') as (typeof sent)[number]
      sent.push(input)
      if (refuses) return Response.json({ refusal: refuses }, { status: 422 })
      const before = stored.find(({ id }) => id === input.id)?.day ?? null
      stored = stored.map((one) => (one.id === input.id ? { ...one, day: input.day, version: input.version + 1 } : one))
      return Response.json({ id: input.id, before, version: input.version + 1 })
    }
    if (url.pathname !== '/app/calendar.days') return new Promise(() => undefined)
    const input = JSON.parse(url.searchParams.get('input') ?? '{}') as (typeof asked)[number]
    asked.push(input)
    const shown = stored.filter(({ day }) => day >= input.from && day <= input.to)
    const kinds = [DELIVERIES, ...(stored.some(({ kind }) => kind === STEPS.name) ? [STEPS] : [])]
    const cells = [...Map.groupBy(shown, ({ day }) => day)].map(([day, entries]) => ({
      day,
      kind: 'orders.deliveries',
      count: entries.length,
      sum: 0,
      entries,
    }))
    return Response.json({ kinds, cells })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  signIn(null)
  window.history.replaceState(null, '', '/')
})

async function draw(): Promise<void> {
  openPage(`/calendar?day=${FIRST_DAY}`)
  await screen.findByRole('link', { name: /Ταβέρνα 1/ })
}

const entry = (id: number) => screen.getByRole('link', { name: new RegExp(`Ταβέρνα ${id}`) })
const onDay = (day: Day) => screen.getByRole('region', { name: new RegExp(showWeekday(day, 'short')) })
const idsOn = (day: Day) =>
  within(onDay(day))
    .queryAllByRole('link', { name: /Ταβέρνα/ })
    .map((link) => Number(/#(\d+)/.exec(link.textContent ?? '')?.[1]))
/** Waits for the message about a refused move. Messages about moves that succeeded have another text. */
const refusal = async (): Promise<HTMLElement> => {
  const title = await screen.findByText(/stays on|was changed meanwhile/, { ignore: '[aria-live]' })
  return title.closest<HTMLElement>('[role="alert"]') ?? title
}
/** Presses keys where the focus is. */
const press = (...keys: string[]) => {
  for (const key of keys)
    fireEvent.keyDown(document.activeElement ?? document.body, key === 'Space' ? { code: 'Space', key: ' ' } : { key })
}

test('a delivery moves to the day beside it with three keys, and keeps the focus there', async () => {
  await draw()
  entry(2).focus()
  press('Space', 'ArrowRight', 'Space')
  expect(idsOn(addDays(WEDNESDAY, 1))).toEqual([2, 3])
  await waitFor(() => expect(sent).toEqual([{ id: 2, day: addDays(WEDNESDAY, 1), version: 4 }]))
  await screen.findByText(`#2 Ταβέρνα 2 moved to ${showWeekday(addDays(WEDNESDAY, 1))}.`)
  expect(idsOn(WEDNESDAY)).toEqual([1])
  await waitFor(() => expect(document.activeElement).toBe(entry(2)))
})

test('undo moves the delivery back with the version of the move', async () => {
  await draw()
  entry(1).focus()
  press('Space', 'ArrowLeft', 'Space')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ id: 1, day: WEDNESDAY, version: 5 }))
  await waitFor(() => expect(idsOn(WEDNESDAY)).toEqual([1, 2]))
})

test('Escape puts the delivery back without a call, also from another week', async () => {
  await draw()
  entry(1).focus()
  press('Space', 'ArrowDown')
  await waitFor(() => expect(asked.at(-1)?.from).toBe(addDays(MONDAY, 7)))
  press('Escape')
  await waitFor(() => expect(idsOn(WEDNESDAY)).toEqual([1, 2]))
  expect(sent).toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(entry(1)))
})

test('a delivery is dropped in the next week, which is then shown', async () => {
  await draw()
  entry(1).focus()
  press('Space', 'ArrowDown', 'Space')
  await waitFor(() => expect(sent).toEqual([{ id: 1, day: addDays(WEDNESDAY, 7), version: 4 }]))
  await waitFor(() => expect(idsOn(addDays(WEDNESDAY, 7))).toEqual([1]))
})

test('a refused delivery goes back to its day with the reason, and the focus goes with it', async () => {
  refuses = { kind: 'refused', code: 'orders.move-on-way', details: { driver: 'Νίκος' } }
  await draw()
  entry(1).focus()
  press('Space', 'ArrowRight', 'Space')
  const alert = await refusal()
  expect(alert.textContent).toContain(`#1 Ταβέρνα 1 stays on ${showWeekday(WEDNESDAY)}`)
  expect(alert.textContent).toContain('in a shipment of Νίκος')
  await waitFor(() => expect(idsOn(WEDNESDAY)).toEqual([1, 2]))
  await waitFor(() => expect(document.activeElement).toBe(entry(1)))
})

test('a delivery that cannot be moved says why as soon as it is picked up, without a call', async () => {
  stored = [
    delivery(1, WEDNESDAY, {
      fixed: { kind: 'refused', code: 'orders.move-delivered', details: { status: 'SHIPPED' } },
    }),
  ]
  await draw()
  entry(1).focus()
  press('Space')
  expect((await refusal()).textContent).toContain('its delivery keeps its day')
  press('ArrowRight', 'Space')
  expect(sent).toEqual([])
})

test('a stale move shows the day of the other person and the chosen one, and moves on request', async () => {
  const [theirs, mine] = [addDays(WEDNESDAY, 2), addDays(WEDNESDAY, 1)]
  const details = { day: theirs, version: 9, userName: 'Μαρία', at: '2098-05-14T08:00:00.000Z' }
  refuses = { kind: 'conflict', code: 'conflict', details }
  await draw()
  entry(1).focus()
  press('Space', 'ArrowRight', 'Space')
  const alert = await refusal()
  for (const part of ['Μαρία', showWeekday(theirs), showWeekday(mine)]) expect(alert.textContent).toContain(part)
  refuses = null
  await waitFor(() => expect(idsOn(WEDNESDAY)).toEqual([1, 2]))
  await act(async () => fireEvent.click(within(alert).getByRole('button', { name: `Move to ${showWeekday(mine)}` })))
  await waitFor(() => expect(sent.at(-1)).toEqual({ id: 1, day: mine, version: 9 }))
  await waitFor(() => expect(screen.queryByText(/was changed meanwhile/)).toBeNull())
})

test('the arrows lead from entry to entry, and the filter asks for the chosen kinds only', async () => {
  await draw()
  entry(1).focus()
  press('ArrowDown')
  expect(document.activeElement).toBe(entry(2))
  press('ArrowRight')
  expect(document.activeElement).toBe(entry(3))
  press('ArrowLeft')
  expect(document.activeElement).toBe(entry(1))
  // the menu beside the page has a button of this name too
  fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Deliveries' }))
  await waitFor(() => expect(asked.at(-1)?.kinds).toEqual([]))
})

test('an entry that still waits after its day is marked as late, one that is done or due today is not', async () => {
  const today = dayOf(new Date().toISOString())
  stored = [
    delivery(1, WEDNESDAY),
    delivery(4, addDays(today, -1)),
    delivery(5, addDays(today, -1), { waits: false }),
    delivery(6, today),
  ]
  await draw()
  fireEvent.click(screen.getByRole('button', { name: 'Today' }))
  await waitFor(() => expect(entry(6).textContent).not.toContain('Late'))
  fireEvent.click(screen.getByRole('radio', { name: 'Month' }))
  for (const day of [today, addDays(today, -1)])
    await screen.findByRole('region', { name: new RegExp(showWeekday(day, 'short')) })
  expect(within(entry(4)).getByRole('img', { name: 'Late' })).toBeTruthy()
  for (const id of [5, 6]) expect(within(entry(id)).queryByRole('img', { name: 'Late' })).toBeNull()
})

test('an entry whose kind declares its subtitle as a section shows the name of the section, and any other what is stored', async () => {
  stored = [
    delivery(1, WEDNESDAY, { kind: STEPS.name, subtitle: 'GEMISMA' }),
    delivery(2, WEDNESDAY, { subtitle: 'GEMISMA' }),
  ]
  openPage(`/calendar?day=${WEDNESDAY}&view=day`)
  await screen.findByRole('link', { name: /Ταβέρνα 1/ }, { timeout: 20_000 })
  expect(entry(1).textContent).toContain('ΓΕΜΙΣΜΑ')
  expect(entry(2).textContent).toContain('GEMISMA')
})
