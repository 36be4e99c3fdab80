import { expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import type { StoredAction } from '#kernel/offline/offline-view.ts'
import type { SectionDay, SectionMaterial, SectionPress, SectionTask } from './section-day-contract.ts'
import { missingOf, mostNow, sectionView, takenInAll } from './section-now.ts'

const q = (pieces: number) => quantity(pieces * 10_000)

const material = (change: Partial<SectionMaterial> = {}): SectionMaterial => ({
  line: 1,
  productId: 7,
  name: 'φιτίλι',
  unit: 'Item',
  needed: q(10),
  taken: q(0),
  state: 'WAITING',
  shelf: q(3),
  short: q(7),
  overridable: false,
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
  product: 'κολώνα',
  unit: 'Item',
  status: 'PENDING',
  orderId: 5,
  customer: 'Ακτή',
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
const day = (...tasks: SectionTask[]): SectionDay => ({
  section: 'ΧΥΤΑ',
  today: { unit: 'Item', done: q(0), planned: q(10), late: 0, blocked: 0 },
  tasks,
  open: tasks.length,
  coming: [],
  presses: [],
})
const press = (command: string, input: object): StoredAction => ({
  key: command,
  command: `production.${command}`,
  input: command === 'add-photo' ? input : { worker: 'Νίκος', ...input },
  name: 'κολώνα',
  at: '2026-11-24T08:00:00.000Z',
})

test('a part that waits for the line is done on the tablet, and the rest stays on the card', () => {
  const now = sectionView.now(day(task()), [
    press('finish', { taskId: 1, quantity: q(3), scrapped: q(1), scrapReason: 'σπασμένο' }),
  ])
  expect(now.tasks).toMatchObject([{ id: 1, done: q(3), scrapped: q(1), left: q(6) }])
  expect(now.waiting).toMatchObject([{ taskId: 1, done: q(3), scrapped: q(1), worker: 'Νίκος' }])
  expect(now.today.done).toBe(q(3))
})

test('a task of which everything waits for the line leaves the card', () => {
  const now = sectionView.now(day(task()), [
    press('finish', { taskId: 1, quantity: q(4), scrapped: 0 }),
    press('finish', { taskId: 1, quantity: q(6), scrapped: 0 }),
  ])
  expect(now.tasks).toEqual([])
  expect(now.waiting.map(({ done }) => done)).toEqual([q(6), q(4)])
})

test('receiving one line leaves the others waiting, and receiving without lines takes all', () => {
  const two = task({ materials: [material(), material({ line: 2 })] })
  const states = (lines: number[]) =>
    sectionView
      .now(day(two), [press('receive-materials', { taskId: 1, lines })])
      .tasks[0]?.materials.map(({ state }) => state)
  expect(states([2])).toEqual(['WAITING', 'RECEIVED'])
  expect(states([])).toEqual(['RECEIVED', 'RECEIVED'])
})

test('a photo and a comment that wait for the line are shown on the card', () => {
  const now = sectionView.now(day(task()), [
    press('add-photo', { taskIds: [1], photo: 'AAAA' }),
    press('finish', { taskId: 1, quantity: q(3), scrapped: 0, comments: 'δύο γκρι' }),
  ])
  expect(now.tasks).toMatchObject([{ photos: ['data:image/jpeg;base64,AAAA'], comments: 'δύο γκρι' }])
})

test('a comment that waits for the line replaces the one of its task, and none leaves it', () => {
  const after = (input: object) =>
    sectionView.now(day(task({ comments: 'γκρι' })), [{ ...press('note-task', {}), input: { taskId: 1, ...input } }])
  expect(after({ comments: 'άσπρο' }).tasks).toMatchObject([{ comments: 'άσπρο' }])
  expect(after({}).tasks).toMatchObject([{ comments: 'γκρι' }])
})

test('while a later press of its task waits, a press cannot be undone, and those of other tasks can', () => {
  const pressed = (id: number, taskId: number): SectionPress => ({
    id,
    taskId,
    kind: 'FINISH',
    product: 'κολώνα',
    unit: 'Item',
    done: q(2),
    scrapped: q(0),
    reason: '',
    worker: 'Νίκος',
    by: 'ΧΥΤΑ',
    at: '2026-11-24T07:59:00.000Z',
    isUndone: false,
    undoUntil: '2026-11-24T08:09:00.000Z',
  })
  const before = { ...day(task()), presses: [pressed(1, 1), pressed(2, 2)] }
  const undoable = (...stored: StoredAction[]) =>
    sectionView.now(before, stored).presses.flatMap(({ id, undoUntil }) => (undoUntil === null ? [] : [id]))
  expect(undoable(press('finish', { taskId: 1, quantity: q(3), scrapped: 0 }))).toEqual([2])
  expect(undoable(press('receive-materials', { taskId: 1, lines: [] }))).toEqual([2])
  expect(undoable(press('note-task', { taskId: 1, comments: 'α' }))).toEqual([1, 2])
  expect(undoable()).toEqual([1, 2])
})

test('a press that the answer names is not counted again, in whatever order it is stored, accepted and read', () => {
  const part = press('finish', { taskId: 1, quantity: q(4), scrapped: 0 })
  const rest = { ...press('finish', { taskId: 1, quantity: q(6), scrapped: 0 }), key: 'rest' }
  const receive = press('receive-materials', { taskId: 1, lines: [] })
  const read = { ...day(task({ done: q(4), left: q(6), materials: [material()] })), doneKeys: [part.key] }
  // the queue still holds the press, because its own answer is late
  expect(sectionView.now(read, [part])).toEqual({ ...read, waiting: [] })
  expect(sectionView.now(read, [part, rest])).toMatchObject({ tasks: [], waiting: [{ done: q(6) }] })
  expect(sectionView.now(read, [part, receive]).tasks).toMatchObject([
    { left: q(6), materials: [{ state: 'RECEIVED' }] },
  ])
  // an older answer does not contain the press yet
  expect(sectionView.now(day(task()), [part]).tasks).toMatchObject([{ done: q(4), left: q(6) }])
})

test('a finish and its undo that the answer names leave the task as it is, and an undo that waits marks only the press', () => {
  const part = press('finish', { taskId: 1, quantity: q(4), scrapped: 0 })
  const undo = press('undo-press', { pressId: 8 })
  const both = { ...day(task()), doneKeys: [undo.key, part.key] }
  expect(sectionView.now(both, [part, undo])).toEqual({ ...both, waiting: [] })
  const done = { ...day(task({ done: q(4), left: q(6) })), doneKeys: [part.key] }
  expect(sectionView.now(done, [part, undo]).tasks).toMatchObject([{ done: q(4), left: q(6) }])
})

test('a press of an unknown form changes nothing', () => {
  const before = day(task())
  expect(sectionView.now(before, [press('finish', { taskId: 'x' })])).toMatchObject(before)
})

test('no more can be finished than taken materials and the shelf suffice for', () => {
  expect(mostNow(task({ materials: [] }))).toBe(q(10))
  expect(mostNow(task({ materials: [material()] }))).toBe(q(3))
  expect(mostNow(task({ materials: [material({ taken: q(5), shelf: q(2) })], done: q(4), left: q(6) }))).toBe(q(3))
  expect(mostNow(task({ materials: [material({ state: 'RECEIVED', taken: q(10), shelf: q(0) })] }))).toBe(q(10))
  expect(mostNow(task({ materials: [material({ shelf: quantity(-5) })] }))).toBe(0)
  expect(mostNow(task({ materials: [material({ needed: q(25), shelf: q(9) })] }))).toBe(q(3))
})

test('what pieces took more than by recipe makes no further pieces, and what they saved does', () => {
  const begun = { done: q(5), left: q(5) }
  const more = material({ taken: q(8), extra: q(3), shelf: q(2) })
  expect([missingOf(more), takenInAll(more), mostNow(task({ materials: [more], ...begun }))]).toEqual([
    q(5),
    q(13),
    q(2),
  ])
  const less = material({ taken: q(3), extra: q(-2), shelf: q(2) })
  expect([missingOf(less), takenInAll(less), mostNow(task({ materials: [less], ...begun }))]).toEqual([
    q(5),
    q(8),
    q(2),
  ])
})

test('a task that proceeds waits for the line with its comment, and without one keeps its own', () => {
  const before = day(task({ comments: 'παλιό' }))
  expect(sectionView.now(before, [press('proceed', { taskId: 1, comments: 'νέο' })]).tasks).toMatchObject([
    { status: 'STOCK-RECEIVED', comments: 'νέο' },
  ])
  expect(sectionView.now(before, [press('proceed', { taskId: 1 })]).tasks).toMatchObject([{ comments: 'παλιό' }])
})

test('a material that is ordered is marked, and the others of its task and those of other tasks are not', () => {
  const materials = [material(), material({ line: 2 })]
  const now = sectionView.now(day(task({ materials }), task({ id: 2, materials })), [
    press('order-material', { taskId: 1, line: 2 }),
  ])
  expect(now.tasks.map((one) => one.materials.map(({ isOrdered }) => isOrdered))).toEqual([
    [false, true],
    [false, false],
  ])
})

test('pieces of another unit, and those of a task that the section does not show, do not count for the day', () => {
  const finish = press('finish', { taskId: 1, quantity: q(3), scrapped: 0 })
  const inKilograms = sectionView.now(day(task({ unit: 'KG' })), [finish])
  expect(inKilograms.today.done).toBe(0)
  expect(inKilograms.waiting).toMatchObject([{ product: 'κολώνα', unit: 'KG' }])
  expect(sectionView.now(day(task({ id: 2 })), [finish]).today.done).toBe(0)
})

test('an undo that waits marks its press as undone, and no other press', () => {
  const presses = [8, 9].map((id) => ({ id, taskId: 1, isUndone: false, undoUntil: 'x' }) as SectionPress)
  const now = sectionView.now({ ...day(task()), presses }, [press('undo-press', { pressId: 8 })])
  expect(now.presses.map(({ isUndone, undoUntil }) => [isUndone, undoUntil])).toEqual([
    [true, null],
    [false, 'x'],
  ])
})

test('a material that is not counted on the shelf, or of which nothing is needed, does not limit what can be finished', () => {
  expect(mostNow(task({ materials: [material({ shelf: null })] }))).toBe(q(10))
  expect(mostNow(task({ materials: [material({ needed: q(0), shelf: q(0) })] }))).toBe(q(10))
})
