/**
 * After each command and each write of the data API, the list of changes names every record that a table of the data API now shows
 * differently.
 */
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changesAfter, numberChanges, readChangeList } from '#server/changes/change-list.ts'
import { saveSetting } from '#server/company.ts'
import { storedRows } from '#server/data-api/rows.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { commands, tables } from '#app/server/features.ts'
import { readCatalog, TablesInSql } from '#server/kept-answers/tables-in-sql.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { ask, callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { FULL_LENGTH } from '#testing/length.ts'
import { recordFor, TABLE_METHODS, type TableSample } from '#server/samples/sample-parts.ts'
import { samples, tableSamples } from '#testing/samples.ts'

const LISTED = tables.filter(({ unlisted }) => !unlisted)

/** What a record repeats of another record, by the field that contains it. These figures are changes of that other record. */
const REPEATED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  custorders: {
    products: ['stock', 'stockStatus', 'requirements'],
    loans: ['stock', 'stockStatus', 'requirements', 'vat', 'salesprice'],
  },
  tasks: { materials: ['stock', 'usageType'] },
  products: { requirements: ['name', 'costprice', 'canlended'] },
}

const EPSILON = { subscriptionKey: 's', email: 'e', password: 'p' }

let company: TestCompany
let simulator: EpsilonSimulator
beforeAll(async () => {
  simulator = await startEpsilonSimulator(EPSILON)
  company = await openTestCompany({
    accounting: openEpsilon({ ...EPSILON, loginUrl: simulator.loginUrl, hostSuffix: '127.0.0.1' }),
  })
  await saveSetting(company.db, 'accounting-state', { configured: true })
})
afterAll(async () => {
  await company?.close()
  await simulator?.close()
})

const without = (value: unknown, names: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((one) => without(one, names))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !names.includes(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, without(inner, names)]))
}

type Shown = Readonly<Record<string, unknown>>

/** Returns what the tables of the data API show, by kind and id. */
async function everything(rows: Rows): Promise<ReadonlyMap<string, Shown>> {
  const found = new Map<string, Shown>()
  for (const table of LISTED) {
    const repeated = REPEATED[table.name] ?? {}
    for (const row of await storedRows(rows, table, Object.keys(table.fields), sql``)) {
      const own = Object.entries(row).map(([name, value]) => [name, without(value, repeated[name] ?? [])])
      found.set(`${table.name} ${String(row[table.id])}`, Object.fromEntries(own))
    }
  }
  return found
}

/** Returns the records that `act` changed and that the list of changes does not name. */
async function unlistedAfter(act: () => Promise<unknown>): Promise<string[]> {
  const { db } = company
  await numberChanges(db)
  const before = await db.transaction('read', everything)
  const { to } = await readChangeList(db)
  await act()
  await numberChanges(db)
  const after = await db.transaction('read', everything)
  const kinds = LISTED.map(({ name }) => name)
  const listed = new Set((await changesAfter(db, to, kinds, 100_000)).map(({ kind, id }) => `${kind} ${id}`))
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (record) => !isDeepStrictEqual(before.get(record), after.get(record)) && !listed.has(record),
  )
}

/** Their documents would have to be accepted by the accounting service first, and no job runs in the test company. */
const REFUSED_HERE = ['invoicing.credit-and-cancel', 'invoicing.credit-part']

/** `npm run proofs` asks after each of them, and CI after every third. */
const some = <Item>(items: readonly Item[]): Item[] => items.filter((_, place) => FULL_LENGTH || place % 3 === 1)

describe('everything that changed is listed after', () => {
  test.each(some(commands).map(({ contract }) => contract.name))('%s', async (name) => {
    const input = await (samples(company)[name] as () => Promise<object>)()
    const press = async () => {
      const { status } = await callByName(company, name, input, { token: company.tokens.admin })
      expect(status).toBe(REFUSED_HERE.includes(name) ? 422 : 200)
    }
    expect(await unlistedAfter(press)).toEqual([])
  })

  const writes = tables.flatMap(({ name }) => TABLE_METHODS.map((method) => [method, name] as const))
  test.each(writes.filter(([method]) => method !== 'GET'))('%s of the data API to %s', async (method, table) => {
    const sample = tableSamples(company)[table] as TableSample
    if (sample.may[method] === undefined) return
    const id = method === 'POST' ? 0 : await sample.row(method)
    const record = await recordFor(sample, method, id)
    const send = async () => {
      const { status, text } = await ask(company, method, `/api/v2/_table/${table}`, {
        token: company.tokens.admin,
        body: { resource: [record] },
      })
      expect(status, text).toBe(200)
    }
    expect(await unlistedAfter(send)).toEqual([])
  })

  test('a change that no trigger notes, so this comparison finds it', async () => {
    const { candle } = company.stock
    await company.db.script('alter table products disable trigger products_note_products')
    const missed = await unlistedAfter(() =>
      company.db.run(sql`update products set description = description || '!' where id = ${candle}`),
    )
    await company.db.script('alter table products enable trigger products_note_products')
    expect(missed).toEqual([`products ${candle}`])
  })
})

/** Tables from which a kind repeats something of other records, or whose name is a column of the kind. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  custorders: ['products', 'requirement_steps'],
  customers: ['payment_days'],
  providers: ['payment_days'],
  products: ['photos'],
  // the lines of a request that is cancelled do not wait any more, so they change with it
  tasks: ['inbound_invoices', 'photos', 'products'],
}

test('each table that a kind is read from has a trigger that notes its changes', async () => {
  const known = new TablesInSql(await readCatalog(company.db))
  const triggers = await company.db.many<{ table: string; args: string }>(sql`
    select tgrelid::regclass::text as "table", encode(tgargs, 'escape') as args from pg_trigger t
    join pg_proc p on p.oid = t.tgfoid where p.proname = 'note_change'`)
  const missing: string[] = []
  for (const table of LISTED) {
    const texts: string[] = []
    const seen: Rows = { ...company.db, many: (query) => (texts.push(query.text), company.db.many(query)) }
    await storedRows(seen, table, Object.keys(table.fields), sql``)
    const noted = triggers.filter(({ args }) => args.startsWith(`${table.name}\\000`)).map((one) => one.table)
    const read = texts.flatMap((text) => known.readBy(text).tables)
    for (const one of new Set(read))
      if (!noted.includes(one) && !OTHERS[table.name]?.includes(one)) missing.push(`${table.name}: ${one}`)
  }
  expect(missing).toEqual([])
})
