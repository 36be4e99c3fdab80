/** The company of the samples: who is in it and what it has. testing/company.ts opens it. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Role } from '#kernel/rights.ts'
import { type Database, sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'

export const PASSWORD = 'κωδικός-δοκιμής'
/** One piece, as quantities are stored. */
export const PIECE = 10_000
/** The people who can sign in: one of every role, a second driver, and one who waits for approval. */
export const PEOPLE = {
  admin: { role: 'admin', firstName: 'Ελένη' },
  user: { role: 'user', firstName: 'Μαρία' },
  logistirio: { role: 'logistirio', firstName: 'Σοφία' },
  production: { role: 'production', firstName: 'Κώστας' },
  operations: { role: 'operations', firstName: 'Άννα' },
  driver: { role: 'driver', firstName: 'Γιώργος' },
  'other driver': { role: 'driver', firstName: 'Νίκος' },
  section: { role: 'user', firstName: 'gemisma' },
  waiting: { role: null, firstName: 'Πέτρος' },
} as const satisfies Record<string, { role: Role | null; firstName: string }>
export type Person = keyof typeof PEOPLE

/** The ids of the records in the company. */
export type Stock = {
  salesperson: number
  customer: number
  other: number
  provider: number
  candle: number
  glass: number
}

/** Runs a command as the product itself. */
export type Run = (command: string, input: object) => Promise<never>

/** Returns the role that a person of the company acts with. */
export const roleOf = (person: Person): Role | null => (person === 'section' ? 'section' : PEOPLE[person].role)

/** What samples know of the company of the tests. */
export type SampleCompany = {
  readonly db: Database
  readonly app: FastifyInstance
  readonly runner: Runner
  readonly stock: Stock
  /** The session token of each person. */
  readonly tokens: Readonly<Record<Person, string>>
  readonly userIds: Readonly<Record<Person, number>>
  readonly run: Run
  /** Creates an order of one candle and of `lines`, and brings it to a status; `driver` is who delivers it. */
  readonly order: (
    status: string,
    more?: { customer?: number; driver?: Person; lines?: readonly object[] },
  ) => Promise<number>
}

/** Sends a request as a page or a program does, with a token or with the given headers. */
export async function ask(
  { app }: Pick<SampleCompany, 'app'>,
  method: InjectOptions['method'],
  url: string,
  more: { token?: string; headers?: Record<string, string | string[]>; body?: unknown } = {},
): Promise<{ status: number; text: string; json: unknown; headers: Record<string, unknown> }> {
  const { token, headers = {}, body } = more
  const raw = typeof body === 'string' || Buffer.isBuffer(body)
  const answer = await app.inject({
    method: method ?? 'GET',
    url,
    headers: {
      ...(token === undefined ? {} : { 'x-dreamfactory-session-token': token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: raw ? body : JSON.stringify(body) }),
  })
  let json: unknown = null
  try {
    json = JSON.parse(answer.payload)
  } catch {
    // some answers are no JSON; then `json` is null
  }
  return { status: answer.statusCode, text: answer.payload, json, headers: answer.headers }
}

/** Returns the last shipment of an order. */
export const shipmentOf = async ({ db }: Pick<SampleCompany, 'db'>, orderId: number): Promise<number> =>
  (await db.one<{ id: number }>(sql`select max(shipment_id) as id from shipment_orders where order_id = ${orderId}`)).id

/** Creates a task for the section of the workshop account. */
export async function taskOf(company: SampleCompany): Promise<number> {
  const { json } = await ask(company, 'POST', '/api/v2/_table/tasks', {
    token: company.tokens.admin,
    body: { resource: [{ type: 'GEMISMA', name: 'Γέμισμα', quantity: 1 }] },
  })
  return (json as { resource: { id: number }[] }).resource[0]?.id ?? 0
}
