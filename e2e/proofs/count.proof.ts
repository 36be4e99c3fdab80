/**
 * Two people count together, and the server is killed while they enter lines and while they book. Every acknowledged line is stored once,
 * and a count is booked once as a whole or not at all.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Engine, type ServerUnderTest, startServer } from '../server-under-test.ts'
import { type Answer, type Caller, createPackers, done, isConnectionError, signedIn } from './callers.ts'
import { FULL_LENGTH, usualOrFull } from '#testing/length.ts'

const ROUNDS = usualOrFull(2, 15)
const PRODUCTS = 30
/** The products from here to the end of the first person's share are counted by both people. */
const SHARED_FROM = 10
const SHARED_TO = 20
const PIECE = 10_000

type Company = {
  readonly server: ServerUnderTest
  readonly admin: Caller
  readonly people: readonly [Caller, Caller]
  readonly products: readonly number[]
}

/** A line as a device keeps it until the server has it. */
type Line = { readonly line: string; readonly person: 0 | 1; readonly input: object; readonly productId: number }

async function createCompany(engine: Engine): Promise<Company> {
  const server = await startServer({ engine, demo: false })
  const admin = await signedIn(server)
  const [first, second] = await createPackers(server, admin, 2)
  if (!first || !second) throw new Error('nobody counts')
  const products: number[] = []
  for (let at = 0; at < PRODUCTS; at++) {
    const { id } = await done(admin.press('products.create-product', { name: `Κερί ${at}` }))
    await done(admin.press('stock.adjust-stock', { productId: id, newStock: 5 * PIECE, reason: 'αρχή' }))
    products.push(id)
  }
  return { server, admin, people: [first, second], products }
}

const firstCounts = (at: number, round: number): number => 1 + ((at + round) % 7)

/** Returns what both people count in a round: a product that both count is the sum of what each of them found. */
function linesOf({ products }: Company, countId: number, round: number): Line[] {
  const line = (person: 0 | 1, productId: number, pieces: number, way: string): Line => {
    const id = randomUUID()
    const countedAt = new Date().toISOString()
    return {
      line: id,
      person,
      productId,
      input: { countId, line: id, productId, quantity: pieces * PIECE, countedAt, way },
    }
  }
  return products.flatMap((productId, at) => [
    ...(at < SHARED_TO ? [line(0, productId, firstCounts(at, round), 'FIRST')] : []),
    ...(at >= SHARED_FROM ? [line(1, productId, 1, at < SHARED_TO ? 'ADD' : 'FIRST')] : []),
  ])
}
const countedOf = (at: number, round: number): number =>
  (at < SHARED_TO ? firstCounts(at, round) : 0) + (at >= SHARED_FROM ? 1 : 0)

const enter = ({ people }: Company, { person, line, input }: Line): Promise<Answer> =>
  people[person].press('stock.enter-line', input, line)

/** Both people enter their lines until the server is killed after `most` acknowledged ones. Returns the ids of those. */
async function enterUntilKilled(company: Company, lines: readonly Line[], most: number): Promise<Set<string>> {
  const acknowledged = new Set<string>()
  let killed: Promise<void> | undefined
  await Promise.all(
    ([0, 1] as const).map(async (person) => {
      for (const line of lines.filter((one) => one.person === person)) {
        try {
          const { status, body } = await enter(company, line)
          expect([200, 503], JSON.stringify(body)).toContain(status)
          if (status === 200) acknowledged.add(line.line)
        } catch (error) {
          if (!isConnectionError(error)) throw error
          return
        }
        if (acknowledged.size >= most) killed ??= company.server.kill9()
      }
    }),
  )
  expect(killed, 'the server went away in the middle').toBeDefined()
  await killed
  return acknowledged
}

/** Returns the ids of the lines that the sheet contains. */
const linesStored = async ({ admin }: Company, id: number): Promise<string[]> =>
  ((await done(admin.askAnew('stock.count-sheet', { id }))).lines as { id: string }[]).map((line) => line.id)

type Movement = { document: { kind: string; id: number } | null; quantity: number; balance: number }

/** Checks that the count changed every product that differs once, or none. Returns whether it is booked. */
async function isBookedWholly({ admin, products }: Company, id: number, before: readonly number[], round: number) {
  const { count } = await done(admin.askAnew('stock.count-sheet', { id }))
  const booked = count.status === 'BOOKED'
  for (const [at, productId] of products.entries()) {
    const { rows } = (await done(admin.askAnew('stock.ledger', { productId }))) as { rows: Movement[] }
    const difference = countedOf(at, round) - (before[at] ?? 0)
    const moved = rows.filter(({ document }) => document?.kind === 'count' && document.id === id)
    expect(moved.map(({ quantity }) => quantity)).toEqual(booked && difference !== 0 ? [difference * PIECE] : [])
    expect(rows[0]?.balance).toBe((booked ? countedOf(at, round) : (before[at] ?? 0)) * PIECE)
  }
  return booked
}

/** Presses booking twice as one person and once as the other, all at once, and kills the server if `kills` is true. */
async function bookTogether({ server, admin, people }: Company, id: number, kills: boolean, round: number) {
  const { count } = await done(admin.askAnew('stock.count-differences', { id }))
  const input = { id, version: count.version, reason: 'απογραφή' }
  const [own, other] = [randomUUID(), randomUUID()]
  const press = (person: 0 | 1, key: string) =>
    people[person].press('stock.book-count', input, key).catch((error: unknown) => {
      if (!kills || !isConnectionError(error)) throw error
      return null
    })
  const pressed = Promise.all([press(0, own), press(0, own), press(1, other)])
  if (kills) {
    // each round kills at another moment of the booking
    await new Promise((resolve) => setTimeout(resolve, (round * 30) % 110))
    await server.kill9()
  }
  return { answers: await pressed, again: () => people[0].press('stock.book-count', input, own) }
}

/** Checks that an acknowledged booking is stored, and that without a kill exactly one person booked, with one answer to both presses. */
function demandOneBooking(answers: readonly (Answer | null)[], kills: boolean, isBooked: boolean): void {
  const isAcknowledged = answers.some((answer) => answer?.status === 200)
  expect(isBooked || (kills && !isAcknowledged)).toBe(true)
  if (kills) return
  const [one, two, other] = answers
  expect(two).toEqual(one)
  expect(one?.status === 200).not.toBe(other?.status === 200)
}

// What an engine keeps at a kill is proven on both by kill.proof.ts for every change.
test.each<Engine>(FULL_LENGTH ? ['postgres', 'pglite'] : ['postgres'])(
  '%s: two people count together, and no kill loses a line or books a count twice or in part',
  async (engine) => {
    const company = await createCompany(engine)
    await using server = company.server
    const { admin } = company
    let before = company.products.map(() => 5)
    let [acknowledgedLines, bookedByKilled] = [0, 0]
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await done(admin.press('stock.open-count', { kind: 'SCAN' }))
      const lines = linesOf(company, id, round)
      // at full length each round kills between the lines, and otherwise the first one
      const killsBetween = FULL_LENGTH || round === 0
      const acknowledged = killsBetween
        ? await enterUntilKilled(company, lines, 3 + ((round * 11) % 25))
        : new Set<string>()
      if (killsBetween) await server.restart()
      acknowledgedLines += acknowledged.size
      expect(await linesStored(company, id)).toEqual(expect.arrayContaining([...acknowledged]))

      // the devices send again whatever has no answer, and some lines that have one
      const again = lines.filter(({ line }, at) => !acknowledged.has(line) || at % 4 === 0)
      for (const line of again) await done(enter(company, line))
      expect((await linesStored(company, id)).toSorted()).toEqual(lines.map(({ line }) => line).toSorted())

      const kills = round % 2 === 0
      const { answers, again: bookAgain } = await bookTogether(company, id, kills, round)
      if (kills) await server.restart()
      const isBooked = await isBookedWholly(company, id, before, round)
      demandOneBooking(answers, kills, isBooked)
      if (kills && isBooked) bookedByKilled += 1
      const { status } = await bookAgain()
      expect(isBooked ? [200, 409, 422] : [200]).toContain(status)
      expect(await isBookedWholly(company, id, before, round)).toBe(true)
      before = company.products.map((_, at) => countedOf(at, round))
    }
    expect(await done(admin.ask('stock.health'))).toEqual({ rows: [] })
    await done(admin.press('stock-proof.start-check', {}))
    await expect
      .poll(async () => (await done(admin.askAnew('stock-proof.line'))).last)
      .toMatchObject({ differing: 0, products: PRODUCTS })
    console.log(
      `counting on ${engine}: ${FULL_LENGTH ? ROUNDS : 1} kills between lines, ${acknowledgedLines} acknowledged lines, all there once; ` +
        `${Math.ceil(ROUNDS / 2)} kills while booking, ${bookedByKilled} of them after the booking`,
    )
  },
)
