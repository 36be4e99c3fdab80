/**
 * The process that measures the floor: it sends the same statements directly with the same driver. run.ts starts it.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { Clash, type Sql } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite/pglite.ts'
import { readerOf, toWire } from '#server/db/values.ts'
import type { Course, Statement } from './record.ts'
import { type Order, Pieces, runRound } from './rounds.ts'
import type { Work } from './works.ts'

export type FloorStart = {
  readonly file: string
  readonly connections: number
  /** A PostgreSQL server, or a folder of the embedded database that no other process uses. */
  readonly place: { readonly url: string } | { readonly folder: string }
}

type Send = (statement: Statement, values: readonly unknown[]) => Promise<object[]>

const { file, connections, place } = JSON.parse(process.argv[2] ?? '{}') as FloorStart
const works = JSON.parse(readFileSync(file, 'utf8')) as Work[]
const pieces = works.map((work) => new Pieces(work.floor.length, work.repeatable))

/** Runs a sequence of statements. An id that the database generates replaces the recorded one in later statements. */
async function sendAll({ key, statements }: Course, send: Send): Promise<void> {
  const given = new Map<unknown, unknown>(key === null ? [] : [[key, randomUUID()]])
  for (const statement of statements) {
    const values = given.size === 0 ? statement.values : statement.values.map((value) => given.get(value) ?? value)
    const [row] = await send(statement, values)
    if (statement.gave !== null) given.set(statement.gave, (row as { id: number }).id)
  }
}

const act = 'url' in place ? onPostgres(place.url) : await onPglite(place.folder)

function onPostgres(url: string): (course: Course) => Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'floor',
    options: '-c TimeZone=UTC',
    types: { getTypeParser: (oid: number) => readerOf(oid) },
  })
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `f${names.size}`
    names.set(text, name)
    return name
  }
  return async (course) => {
    const client = await pool.connect()
    try {
      for (;;) {
        try {
          await sendAll(course, async ({ text }, values) => {
            const result = await client.query({ name: nameOf(text), text, values: toWire(values) })
            return result.rows
          })
          return
        } catch (error) {
          await client.query('rollback')
          // the sequence clashed with another one and is retried, as in the product
          if (!['40001', '40P01'].includes((error as { code?: string }).code ?? '')) throw error
        }
      }
    } finally {
      client.release()
    }
  }
}

async function onPglite(folder: string): Promise<(course: Course) => Promise<void>> {
  const db = await openPglite(folder)
  const asSql = (text: string, values: readonly unknown[]): Sql => ({ text, values }) as unknown as Sql
  process.on('disconnect', () => void db.close().then(() => process.exit(0)))
  return async (course) => {
    const { statements } = course
    const inTransaction = statements.length > 1
    if (!inTransaction) return sendAll(course, ({ text }, values) => db.many(asSql(text, values)))
    try {
      await db.transaction('serializable', (tx) =>
        sendAll({ ...course, statements: statements.slice(1, -1) }, ({ text }, values) => tx.many(asSql(text, values))),
      )
    } catch (error) {
      if (error instanceof Clash) throw new Error('a clash on one connection', { cause: error })
      throw error
    }
  }
}

async function measure(order: Order): Promise<void> {
  const floor = works[order.work]?.floor ?? []
  const round = await runRound(order, pieces[order.work] as Pieces, (piece) => act(floor[piece] as Course))
  process.send?.(round)
}

process.on('message', (order: Order) => void measure(order))
process.on('disconnect', () => 'url' in place && process.exit(0))
process.send?.('ready')
