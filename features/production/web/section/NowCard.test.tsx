import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { quantity } from '#kernel/money.ts'
import { startLanguages } from '#web/i18n.ts'
import type { SectionMaterial, SectionTask } from '../../domain/section-day-contract.ts'
import { NowCard } from './NowCard.tsx'
import type { TaskPresses } from './presses.ts'

const q = (pieces: number) => quantity(pieces * 10_000)
const material = (change: Partial<SectionMaterial> = {}): SectionMaterial => ({
  line: 1,
  productId: 7,
  name: 'wick',
  unit: 'Item',
  needed: q(10),
  taken: q(0),
  state: 'WAITING',
  shelf: q(3),
  short: q(7),
  overridable: true,
  isOrdered: false,
  reason: '',
  replacedName: '',
  waitsFor: null,
  ...change,
})
const task = (change: Partial<SectionTask> = {}): SectionTask => ({
  id: 1,
  version: 1,
  work: 'PRODUCTION',
  name: '',
  description: '',
  product: 'candle',
  unit: 'Item',
  status: 'PENDING',
  orderId: 5,
  customer: 'Akti',
  day: null,
  isLate: false,
  quantity: q(10),
  done: q(0),
  scrapped: q(0),
  left: q(10),
  comments: '',
  photos: [],
  worker: '',
  chain: [],
  materials: [],
  ...change,
})

const presses = {
  receive: vi.fn<TaskPresses['receive']>(),
  proceed: vi.fn<TaskPresses['proceed']>(),
  finish: vi.fn<TaskPresses['finish']>(),
  order: vi.fn<TaskPresses['order']>(),
  replace: vi.fn<TaskPresses['replace']>(),
  note: vi.fn<TaskPresses['note']>(),
  photo: vi.fn<TaskPresses['photo']>(),
}

beforeAll(startLanguages)
beforeEach(() => vi.clearAllMocks())

const card = (shown: SectionTask) => (
  <MantineProvider>
    <NowCard task={shown} presses={presses} pending={false} takesFocus={false} />
  </MantineProvider>
)
const press = (name: string | RegExp, detail = 1) => fireEvent.click(screen.getByRole('button', { name }), { detail })

test('one press finishes all pieces when nothing is missing', () => {
  render(card(task()))
  press('FINISH 10')
  expect(presses.finish).toHaveBeenCalledWith(
    { quantity: q(10), scrapped: 0, scrapReason: '', used: [] },
    null,
    undefined,
  )
})

test('the second half of a double tap finishes nothing', () => {
  render(card(task()))
  press('FINISH 10', 2)
  expect(presses.finish).not.toHaveBeenCalled()
})

test('the card offers what the shelf suffices for, and follows it until somebody types', () => {
  const { rerender } = render(card(task({ materials: [material()] })))
  expect(screen.queryByRole('button', { name: 'FINISH 3' })).not.toBeNull()
  rerender(card(task({ materials: [material({ shelf: q(5), short: q(5) })] })))
  press('One less: Finished')
  expect(screen.queryByRole('button', { name: 'FINISH 4' })).not.toBeNull()
  rerender(card(task({ materials: [material({ shelf: q(20), short: q(0) })] })))
  expect(screen.queryByRole('button', { name: 'FINISH 4' })).not.toBeNull()
})

test('spoilt pieces need a reason, and leave fewer to finish', () => {
  render(card(task()))
  press('Scrap')
  press('FINISH 9')
  expect(presses.finish).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('What happened?'), { target: { value: ' broken ' } })
  press('FINISH 9')
  expect(presses.finish).toHaveBeenCalledWith(
    { quantity: q(9), scrapped: q(1), scrapReason: 'broken', used: [] },
    null,
    undefined,
  )
})

test('a press on a material receives it, and Proceed appears only when all are received', () => {
  const second = material({ line: 2, name: 'wax', short: q(0), shelf: q(50) })
  const { rerender } = render(card(task({ materials: [material(), second] })))
  expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull()
  expect(screen.queryByText('Proceed needs these materials first: wick and wax.')).not.toBeNull()
  press(/wax/)
  expect(presses.receive).toHaveBeenCalledWith([2], null)
  const received = { state: 'RECEIVED' as const, short: q(0), taken: q(10) }
  rerender(card(task({ materials: [material(received), { ...second, ...received }] })))
  press('Proceed')
  expect(presses.proceed).toHaveBeenCalledOnce()
})

test('what was really used is sent with the pieces that used it, and the next pieces follow the recipe again', async () => {
  render(card(task({ materials: [material({ state: 'RECEIVED', short: q(0), taken: q(10) })] })))
  press('More')
  fireEvent.click(await screen.findByText('Other quantity of material used'))
  press('One less: Finished')
  expect(screen.queryByText('By recipe 9 pcs')).not.toBeNull()
  fireEvent.change(screen.getByLabelText('wick'), { target: { value: '11' } })
  fireEvent.click(screen.getByText('FINISH 9'))
  expect(presses.finish).toHaveBeenCalledWith(
    { quantity: q(9), scrapped: 0, scrapReason: '', used: [{ line: 1, quantity: q(11) }] },
    null,
    undefined,
  )
  expect(screen.queryByLabelText('wick')).toBeNull()
})

test('Proceed and Finish store a comment that was typed and not saved', () => {
  const received = material({ state: 'RECEIVED', short: q(0), taken: q(10) })
  const { rerender } = render(card(task({ materials: [received] })))
  press('More')
  fireEvent.change(screen.getByLabelText('Comment'), { target: { value: 'two are grey' } })
  fireEvent.keyDown(screen.getByLabelText('Comment'), { key: 'Escape' })
  fireEvent.click(screen.getByText('Proceed'))
  expect(presses.proceed).toHaveBeenCalledWith('two are grey')
  fireEvent.click(screen.getByText('FINISH 10'))
  expect(presses.finish).toHaveBeenCalledWith(
    { quantity: q(10), scrapped: 0, scrapReason: '', used: [] },
    null,
    'two are grey',
  )
  rerender(card(task({ materials: [received], comments: 'two are grey' })))
  fireEvent.click(screen.getByText('Proceed'))
  expect(presses.proceed).toHaveBeenLastCalledWith(undefined)
})

test('a material that is short names the task and the request it waits for', () => {
  const waitsFor = {
    task: { id: 9, section: 'GEMISMA', day: '2026-11-26', left: q(40) },
    request: { since: '2026-11-24T08:00:00.000Z', by: 'Maria', due: '2026-11-27', quantity: q(7), isOwn: true },
  }
  render(card(task({ materials: [material({ waitsFor })] })))
  expect(screen.queryByText('wick: ΓΕΜΙΣΜΑ is making 40, due Thu 26/11')).not.toBeNull()
  expect(screen.queryByText('wick: asked on Tue 24/11 by Maria, due Fri 27/11')).not.toBeNull()
})

test('Override Mode offers all pieces once a reason is typed, and before it what Normal Mode offers (C-58)', async () => {
  render(card(task({ materials: [material()] })))
  press('More')
  fireEvent.click(await screen.findByRole('radio', { name: 'Override Mode' }))
  press('Close')
  press('One more: Finished')
  press('FINISH 4')
  expect(presses.finish).not.toHaveBeenCalled()
  press('One less: Finished')
  press('FINISH 3')
  expect(presses.finish).toHaveBeenLastCalledWith(expect.objectContaining({ quantity: q(3) }), null, undefined)
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'old wick' } })
  press('FINISH 10')
  expect(presses.finish).toHaveBeenLastCalledWith(
    expect.objectContaining({ quantity: q(10) }),
    { reason: 'old wick' },
    undefined,
  )
})

test('Override Mode asks for its reason if a material is used up, and spoilt pieces count among those it suffices for', async () => {
  const { rerender } = render(card(task({ materials: [material({ shelf: q(0), short: q(10) })] })))
  press('More')
  fireEvent.click(await screen.findByRole('radio', { name: 'Override Mode' }))
  press('Close')
  expect(screen.queryByText('Write the reason first.')).not.toBeNull()
  rerender(card(task({ materials: [material()] })))
  press('Scrap')
  expect(screen.queryByRole('button', { name: 'FINISH 2' })).not.toBeNull()
})

test('a task without pieces is finished by one press', () => {
  render(card(task({ quantity: q(0), left: q(0) })))
  press('FINISH 0')
  expect(presses.finish).toHaveBeenCalledOnce()
})

test('in Override Mode what there is enough of is received and finished without a reason', async () => {
  const wax = material({ line: 2, name: 'wax', shelf: q(20), short: q(0) })
  const { rerender } = render(card(task({ materials: [material(), wax] })))
  press('More')
  fireEvent.click(await screen.findByRole('radio', { name: 'Override Mode' }))
  press('Close')
  press(/wax/)
  expect(presses.receive).toHaveBeenLastCalledWith([2], null)
  // the server refuses this one with the words for a missing reason
  press(/wick/)
  expect(presses.receive).toHaveBeenLastCalledWith([1], { reason: '' })
  rerender(card(task({ materials: [wax] })))
  press('FINISH 10')
  expect(presses.finish).toHaveBeenCalledWith(expect.objectContaining({ quantity: q(10) }), null, undefined)
})
