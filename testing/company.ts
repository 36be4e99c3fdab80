/**
 * A small company with people of every role behind the real HTTP server, in process. Tests use it to call every
 * command, query and table.
 */
import { HISTORY_TOPIC } from '#kernel/history/security-events.ts'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { OrderStatus } from '#features/orders/domain/order.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { type Database, sql } from '#server/db/database.ts'
import { preparedDatabase } from '#testing/database.ts'
import { commands, lookups, papers, pushDevices, queries, writeEvents } from '#app/server/features.ts'
import type { ServerParts } from '#app/server/http/build.ts'
import { addGoods, addPeople, addSalesperson } from '#testing/people-and-goods.ts'
import { readConfig } from '#server/config.ts'
import { openEnvironment } from '#server/integrations/environment/open-environment.ts'
import { NOTHING_OUTSIDE, type Outside } from '#server/integrations/ports.ts'
import { NO_HOOKS } from '#server/integrations/webhooks/hooks.ts'
import type { KeptAnswers } from '#server/kept-answers/kept-answers.ts'
import type { KnownTables } from '#server/kept-answers/known-tables.ts'
import { connectKeptAnswers } from '#app/server/live/connect-kept-answers.ts'
import { Runner } from '#server/runner.ts'
import { ask, type Person, PIECE, type Run, type SampleCompany, type Stock } from '#server/samples/sample-company.ts'
import { TEST_SEALING } from '#server/seal/test-sealing.ts'
import { refusedRequest, SecurityEvents } from '#server/security-events/security-events.ts'
import { memoryStore } from '#simulators/memory-store.ts'
import { temporaryPath } from './temporary-folder.ts'
import { testServer } from './test-server.ts'

export { ask, shipmentOf, taskOf } from '#server/samples/sample-company.ts'
export { PAGE_KEY } from './test-server.ts'

/** Answers live long, so that one which a change should have dropped is noticed. */
const KEPT = { lifeMilliseconds: 3_600_000 } as const
const KEPT_MEGABYTES = 8
const NO_SERVICES = { accounting: null, registry: null, vies: null, places: null, directions: null, objects: null }

/** The company as tests have it. */
export type TestCompany = SampleCompany & {
  readonly events: SecurityEvents
  readonly kept: KeptAnswers | null
  readonly tables: KnownTables
  close(): Promise<void>
}

/** What a test adds to the company, and what it watches. */
export type CompanyOptions = {
  /** What was written before the people and goods of the company. The name tells its databases from those of others. */
  readonly past?: {
    readonly name: string
    readonly write: (db: Database) => Promise<void>
    /** Settings of the database on PostgreSQL. */
    readonly settings?: Readonly<Record<string, string>>
  }
  /** Returns the same database, watched by the test. */
  readonly watch?: (db: Database) => Database
  /** Called with the topics of each change that the company announces. */
  readonly announced?: (topics: readonly string[]) => void
}

/** Opens the company on the engine of the test run, unless `engine` names another. */
export async function openTestCompany(
  reachable: Partial<Outside> = {},
  engine?: Database['engine'],
  more: Partial<ServerParts> = {},
  { past, watch = (db) => db, announced = () => {} }: CompanyOptions = {},
): Promise<TestCompany> {
  const {
    db: prepared,
    known: { tokens, userIds, stock },
  } = await furnished(past, engine)
  const { db, tables, kept, live } = connectKeptAnswers(watch(prepared), console, KEPT_MEGABYTES, KEPT)
  await tables.use(db)
  const tell = live.changed.bind(live)
  live.changed = (topics) => {
    announced(topics)
    tell(topics)
  }
  // as if the people had signed in just now
  await db.run(sql`update sessions set created_at = now(), signed_in_at = now(),
    expires_at = expires_at + (now() - signed_in_at)`)
  await live.start()
  const events = new SecurityEvents(db, { written: () => live.changed([HISTORY_TOPIC]) })
  const runner = new Runner({
    db,
    clock: () => new Date(),
    announce: writeEvents,
    refused: (actor, name, refusal) => events.note(refusedRequest(actor, name, refusal)),
    sealing: TEST_SEALING,
  })
  const environment = openEnvironment(readConfig({}), db, NO_SERVICES, {
    demo: false,
    processes: 1,
    hooks: reachable.hooks ?? NO_HOOKS,
    sealing: TEST_SEALING,
    devices: pushDevices,
  })
  // the folder appears with the first file
  const backups = {
    folder: temporaryPath(`backups-${randomUUID()}`),
    passphrase: null,
    nightly: false,
    keep: 1,
    bucket: memoryStore,
  }
  const outside = () => ({ ...NOTHING_OUTSIDE, environment, backups, ...reachable })
  const app = await testServer(db, { runner, events, outside, live, tables, kept, ...more })
  const run = runBy(runner)
  return {
    db,
    app,
    runner,
    events,
    kept,
    tables,
    stock,
    tokens,
    userIds,
    run,
    order: orders(run, stock, userIds),
    close: async () => {
      rmSync(backups.folder, { recursive: true, force: true })
      await app.close()
      // events that are still to be written are a change that live updates announce
      await events.flush()
      await live.stop()
      await db.close()
    },
  }
}

const runBy =
  (runner: Runner): Run =>
  async (name, input) => {
    const command = commands.find(({ contract }) => contract.name === name)
    if (!command) throw new Error(`no command ${name}`)
    return (await runner.run(command, input, SYSTEM)) as never
  }

/** Opens a database with the people and the goods of the company, after its past. */
const furnished = (past: CompanyOptions['past'], engine?: Database['engine']) =>
  preparedDatabase(
    past ? `company_${past.name}` : 'company',
    async (empty) => {
      await past?.write(empty)
      return furnish(empty)
    },
    engine,
    past?.settings,
  )

/** Fills an empty database with the people and the goods of the company. */
async function furnish(db: Database): Promise<Pick<TestCompany, 'tokens' | 'userIds' | 'stock'>> {
  const runner = new Runner({ db, clock: () => new Date() })
  const people = await addPeople(db, runner)
  const goods = await addGoods(runBy(runner))
  return { ...people, stock: { ...goods, salesperson: await addSalesperson(runner) } }
}

function orders(
  run: Run,
  { customer, candle, glass }: Stock,
  userIds: Readonly<Record<Person, number>>,
): TestCompany['order'] {
  return async (status, more = {}) => {
    const { id } = (await run('orders.create-order', {
      customerId: more.customer ?? customer,
      offer: status === 'OFFER' || status === 'OFFER-DELETE',
      lines: [{ productId: candle, quantity: PIECE }, ...(more.lines ?? [])],
      loans: [{ productId: glass, originProductId: candle }],
    })) as { id: number }
    const move = (transition: string) => () => run('orders.move-order', { id, transition })
    const driver = more.driver ?? 'driver'
    const way: [OrderStatus, () => Promise<unknown>][] = [
      ['TO-PACKAGE', move('send')],
      ['PACKAGED', () => run('packaging.package-order', { id, name: 'Νίκος' })],
      ['READY-TO-INVOICE', move('release')],
      ['INVOICED', () => run('invoicing.invoice-red', { id, reason: 'δοκιμή' })],
      [
        'ON SHIPPING',
        () =>
          run('shipping.plan-shipment', {
            orderIds: [id],
            driverType: 'Driver',
            driver: `Ονομα ${driver}`,
            driverUserId: userIds[driver],
          }),
      ],
      ['SHIPPED', () => run('shipping.close-delivery', { orderId: id, action: 'deliver' })],
    ]
    if (status === 'OFFER' || status === 'STOCK-OK') return id
    if (status === 'OFFER-DELETE') return await move('delete-offer')(), id
    if (status === 'CANCELED') return await move('cancel')(), id
    const branch = status === 'RETURNED' ? 'ON SHIPPING' : status === 'PARKED' ? 'READY-TO-INVOICE' : status
    const last = way.findIndex(([to]) => to === branch)
    if (last < 0) throw new Error(`no way to ${status}`)
    for (const [, step] of way.slice(0, last + 1)) await step()
    if (status === 'PARKED') await move('park')()
    if (status === 'RETURNED')
      await run('shipping.close-delivery', { orderId: id, action: 'return', reasonCode: 'closed' })
    return id
  }
}

/** The contracts of papers as PDF; each is served beside the query with its content. */
export const PDF_ENDPOINTS = papers.map(({ contract }) => ({ ...contract, name: `${contract.name}.pdf` }))

/** The contracts of all commands, lookups, queries and papers. */
export const ENDPOINTS = [...[...commands, ...lookups, ...queries].map(({ contract }) => contract), ...PDF_ENDPOINTS]

/** Runs a command or a query by its name. */
export const callByName = (
  company: TestCompany,
  name: string,
  input: object,
  credentials: Parameters<typeof ask>[3],
): ReturnType<typeof ask> =>
  [...commands, ...lookups].some(({ contract }) => contract.name === name)
    ? ask(company, 'POST', `/app/${name}`, { body: input, ...credentials })
    : ask(company, 'GET', `/app/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, credentials)

/** Sends a file to a command by its name. */
export const uploadByName = (
  company: TestCompany,
  name: string,
  input: object,
  content: string | Buffer,
  credentials: { readonly token: string },
): ReturnType<typeof ask> =>
  ask(company, 'POST', `/app/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, {
    ...credentials,
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(content),
  })

/** Returns the refusal in an answer; undefined if it has none. */
export const refusalIn = (json: unknown): Refusal | undefined => (json as { refusal?: Refusal } | null)?.refusal

/** Refusal codes of the test company, because it has no account of the tax office. */
export const NO_TAX_OFFICE: readonly string[] = ['invoicing.no-tax-office', 'receiving.no-account']

/** Refusal codes for a record of another person, although the person has the right. */
export const NOT_OWN = [
  'shipping.not-yours',
  'shipping.customer-not-in-shipment',
  'payments.customer-not-in-shipment',
  'sections.not-yours',
]
