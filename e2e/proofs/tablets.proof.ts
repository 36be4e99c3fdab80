/**
 * Sixteen tablets of the sections receive, finish and undo at the same time, with double presses. The materials suffice for half of
 * the pieces. Meanwhile the server is killed, and each tablet repeats what was not answered. Stock, ledger and tasks agree to the piece
 * afterwards, and exactly the acknowledged presses are stored.
 */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import { openPostgres } from '#server/db/postgres/postgres.ts'
import { createDatabase, FIRST_ADMIN, type ServerUnderTest, startServer } from '../server-under-test.ts'
import { type Answer, type Caller, createPackers, done, isConnectionError, signedIn } from './callers.ts'
import { FULL_LENGTH, usualOrFull } from '#testing/length.ts'

const TABLETS = 16
const TASKS = usualOrFull(20, 40)
const PIECES = 6
const PRESSES = usualOrFull(20, 40)
const PIECE = 10_000
/** The server is killed as often, each time after so many more answers. */
const KILLS = usualOrFull(1, 5)
const ANSWERS_BEFORE_KILL = 100
/** A piece takes one wick, so these are enough for half of the pieces. */
const WICKS = (TASKS * PIECES) / 2

type Goods = { readonly wick: number; readonly wax: number; readonly pillar: number; readonly tasks: readonly number[] }

/** Creates a pillar with its materials, and tasks to pour it. */
async function openWorkshop(admin: Caller): Promise<Goods> {
  const create = async (fields: object, stock: number): Promise<number> => {
    const { id } = await done(admin.press('products.create-product', fields))
    if (stock > 0) await done(admin.press('stock.adjust-stock', { productId: id, newStock: stock, reason: 'απογραφή' }))
    return id
  }
  const wick = await create({ name: 'Φιτίλι', usageType: 'PURCHASED-MATERIAL' }, WICKS * PIECE)
  const wax = await create({ name: 'Κερί', unit: 'KG', usageType: 'MATERIAL' }, 10_000 * PIECE)
  const pillar = await create({ name: 'Κολώνα', salesPrice: 10_0000 }, 0)
  const materials = [
    { id: wick, quantity: 1 },
    { id: wax, quantity: 0.3333, unit: 'KG' },
  ]
  const task = { type: 'GEMISMA', name: 'Χύτευση', quantity: PIECES, productid: pillar, materials }
  const made = await done(admin.call('POST', '_table/tasks', { resource: Array.from({ length: TASKS }, () => task) }))
  return { wick, wax, pillar, tasks: made.resource.map(({ id }: { id: number }) => id) }
}

/** Returns numbers from 0 to below `limit` that are the same in every run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
}

/** The refusals that a tablet may meet when others press the same tasks and take the same materials. */
const REASONS = [
  'stock.not-enough',
  'production.closed',
  'production.wrong-status',
  'production.too-many',
  'production.undo-newest',
  'production.already-undone',
]
/** What must have happened, so that the storm was one. */
const DONE = ['production.receive-materials', 'production.finish', 'production.undo-press', 'stock.not-enough']

/** Kills a server after some answers, and lets the tablets wait until it has started again. */
class Kills {
  readonly #server: ServerUnderTest
  /** The kills that have not happened. */
  left: number
  #answers = 0
  #isDown = false
  #back: Promise<void> = Promise.resolve()
  /** The presses that were sent again because no answer came. */
  unanswered = 0

  constructor(server: ServerUnderTest, kills: number) {
    this.#server = server
    this.left = kills
  }

  /** Sends a press with the same key until an answer comes, as a tablet does. */
  async answerOf(press: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        const answer = await press()
        this.#countAnswer()
        return answer
      } catch (error) {
        if (!isConnectionError(error)) throw error
        this.unanswered += 1
        await this.back()
      }
    }
  }

  /** Resolves when the server has started again after the last kill. */
  back(): Promise<void> {
    return this.#back
  }

  #countAnswer(): void {
    this.#answers += 1
    // While the server starts again, another process may still answer.
    if (this.left === 0 || this.#isDown || this.#answers < ANSWERS_BEFORE_KILL) return
    this.left -= 1
    this.#isDown = true
    this.#back = this.#server
      .kill9()
      .then(() => this.#server.restart())
      .then(() => {
        this.#isDown = false
        this.#answers = 0
      })
  }
}

/** The acknowledged presses by their id, and whether they were undone. */
type Acknowledged = Map<number, boolean>

/** Presses as one tablet does, each press perhaps twice with the same key. Returns how often each outcome came. */
async function pressTablet(
  tablet: Caller,
  at: number,
  { tasks }: Goods,
  kills: Kills,
  acknowledged: Acknowledged,
): Promise<string[]> {
  const pick = numbers(at + 1)
  const worker = `Τεχνίτης ${at}`
  const pressed: number[] = []
  const outcomes: string[] = []
  for (let turn = 0; turn < PRESSES; turn++) {
    const taskId = tasks[pick(tasks.length)] as number
    const kind = pick(10)
    const last = pressed.at(-1)
    const [name, input] =
      kind < 2
        ? ['production.receive-materials', { taskId, lines: [], worker }]
        : kind < 4 && last !== undefined
          ? ['production.undo-press', { pressId: last, worker }]
          : [
              'production.finish',
              {
                taskId,
                quantity: (1 + pick(2)) * PIECE,
                scrapped: pick(5) === 0 ? PIECE : 0,
                scrapReason: 'έσπασε',
                worker,
              },
            ]
    const key = `${at}-${turn}`
    const answers = await Promise.all(
      Array.from({ length: 1 + pick(2) }, () => kills.answerOf(() => tablet.press(name, input, key))),
    )
    // A refused press has no effect and may be tried again, so only two successes must be the same one.
    const [accepted, again] = answers.filter(({ status }) => status === 200)
    if (again && !isDeepStrictEqual(again, accepted)) outcomes.push('two answers for one key')
    outcomes.push(outcomeOf(name, accepted ?? (answers[0] as Answer)))
    if (!accepted || accepted.body.pressId === null) continue
    const isUndo = name === 'production.undo-press'
    acknowledged.set(accepted.body.pressId, isUndo)
    if (isUndo) pressed.pop()
    else pressed.push(accepted.body.pressId)
  }
  return outcomes
}

function outcomeOf(name: string, { status, body }: Answer): string {
  if (status === 200) return name
  return body?.refusal?.code ?? `${status} ${JSON.stringify(body)}`
}

type Task = { readonly status: string; readonly done: number; readonly scrapped: number; readonly produced: number } & {
  /** What each material was taken by the task, and by the ledger. */
  readonly taken: readonly number[]
  readonly moved: readonly number[]
}

/** Returns the tasks that differ from the ledger, or that took other materials than the recipe says. */
const wrongTasks = (tasks: readonly Task[]): Task[] =>
  tasks.filter((task) => {
    const { status, done: pieces, scrapped, produced, taken, moved } = task
    const worked = pieces + scrapped
    const isFinished = status === 'FINISHED'
    const all = [PIECES * PIECE, Math.round(0.3333 * PIECES * PIECE)]
    const agrees = produced === pieces && isDeepStrictEqual(moved, taken) && isFinished === (worked === PIECES * PIECE)
    const isByRecipe = isFinished ? isDeepStrictEqual(taken, all) : [worked, PIECES * PIECE].includes(taken[0] ?? -1)
    return !agrees || !isByRecipe
  })

/** Returns the tasks, and what is on the shelf by the products and by the ledger. */
async function readWorkshop(db: Database, { wick, pillar }: Goods) {
  const tasks = await db.many<Task>(sql`
    select t.status, t.done_e4 as done, t.scrapped_e4 as scrapped,
      (select coalesce(sum(quantity_e4), 0)::bigint from stock_movements where task_id = t.id and reason = 'produced') as produced,
      (select json_agg(m.taken_e4 order by line_no) from task_materials m where m.task_id = t.id) as taken,
      (select json_agg((select -coalesce(sum(v.quantity_e4), 0) from stock_movements v
          where v.task_id = t.id and v.reason = 'consumed' and v.product_id = m.product_id) order by line_no)
        from task_materials m where m.task_id = t.id) as moved
    from tasks t order by t.id`)
  const presses = await db.many<{ id: number; isUndone: boolean }>(
    sql`select id, undone_at is not null as "isUndone" from task_presses order by id`,
  )
  const shelf = await db.one<{ wicks: number; pillars: number; differing: number }>(sql`
    select (select stock_e4 from products where id = ${wick}) as wicks,
      (select stock_e4 from products where id = ${pillar}) as pillars,
      (select count(*)::int from products p
        where p.stock_e4 <> (select coalesce(sum(quantity_e4), 0) from stock_movements where product_id = p.id)) as differing`)
  return { tasks, shelf, presses: presses.map(({ id, isUndone }) => [id, isUndone]) }
}

const sumOf = (numbersToAdd: readonly number[]): number => numbersToAdd.reduce((sum, one) => sum + one, 0)

/** Returns what the shelf must hold after the tasks took and brought their goods. */
const shelfAfter = (tasks: readonly Task[]) => ({
  wicks: WICKS * PIECE - sumOf(tasks.map(({ taken }) => taken[0] ?? 0)),
  pillars: sumOf(tasks.map(({ done: pieces }) => pieces)),
  differing: 0,
})

/** Demands that stock, ledger and tasks agree, and that exactly the acknowledged presses are stored. */
async function demandExact(db: Database, goods: Goods, acknowledged: readonly [number, boolean][]): Promise<void> {
  const { tasks, shelf, presses } = await readWorkshop(db, goods)
  expect(wrongTasks(tasks)).toEqual([])
  expect(shelf).toEqual(shelfAfter(tasks))
  expect(shelf.wicks).toBeGreaterThanOrEqual(0)
  expect(presses).toEqual(acknowledged)
}

/** Lets all tablets press at once, spread over the processes, of which the first is killed. Returns the goods and what came. */
async function storm(servers: readonly ServerUnderTest[], kills: number) {
  const [first] = servers as [ServerUnderTest]
  const admin = await signedIn(first, FIRST_ADMIN)
  const goods = await openWorkshop(admin)
  const people = await createPackers(first, admin, TABLETS)
  const emails = people.map((_, at) => `person${at}@kerino.test`)
  const tablets = await Promise.all(
    emails.map((email, at) => signedIn(servers[at % servers.length] as ServerUnderTest, email)),
  )
  const started = performance.now()
  const killing = new Kills(first, kills)
  const acknowledged: Acknowledged = new Map()
  const outcomes = (
    await Promise.all(tablets.map((tablet, at) => pressTablet(tablet, at, goods, killing, acknowledged)))
  ).flat()
  await killing.back()
  const seconds = (performance.now() - started) / 1000
  const counts = Object.entries(Object.groupBy(outcomes, (one) => one)).map(([name, all]) => `${name} ${all?.length}`)
  console.log(
    `tablets: ${outcomes.length} presses in ${seconds.toFixed(1)} s: ${Math.round(outcomes.length / seconds)} a second; ${counts.join(', ')}; ` +
      `${kills} kills, ${killing.unanswered} presses sent again`,
  )
  expect(killing.unanswered > 0).toBe(kills > 0)
  expect(killing.left).toBeLessThanOrEqual(kills > 1 ? kills - 2 : 0)
  return { goods, outcomes: new Set(outcomes), acknowledged: [...acknowledged].toSorted(([a], [b]) => a - b) }
}

test('on PostgreSQL with two processes, sixteen tablets leave stock, ledger and tasks exact', async () => {
  const database = await createDatabase()
  const env = { DATABASE_URL: database.url }
  const first = await startServer({ engine: 'pglite', demo: false, env })
  const second = await startServer({ engine: 'pglite', demo: false, env })
  const db = await openPostgres(database.url)
  try {
    const { goods, outcomes, acknowledged } = await storm([first, second], usualOrFull(0, KILLS))
    expect([...outcomes]).toEqual(expect.arrayContaining(DONE))
    expect([...outcomes].filter((one) => ![...DONE, ...REASONS].includes(one))).toEqual([])
    await demandExact(db, goods, acknowledged)
  } finally {
    await db.close()
    for (const server of [first, second]) await server.remove()
    await database.drop()
  }
})

// kill.proof.ts kills the embedded database for every change
test.runIf(FULL_LENGTH)(
  'on the embedded database, sixteen tablets leave stock, ledger and tasks exact, although the server is killed',
  async () => {
    await using server = await startServer({ engine: 'pglite', demo: false })
    const { goods, outcomes, acknowledged } = await storm([server], KILLS)
    expect([...outcomes]).toEqual(expect.arrayContaining(DONE))
    expect([...outcomes].filter((one) => ![...DONE, ...REASONS].includes(one))).toEqual([])
    await server.stop()
    const db = await openPglite(join(server.dataDir, 'pg'))
    try {
      await demandExact(db, goods, acknowledged)
    } finally {
      await db.close()
    }
  },
)
