/** A program written for the old server. It uses only the wire contract. */
import { ask, PAGE_KEY, type TestCompany } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'

export type Row = Readonly<Record<string, unknown>>
type Entry = {
  readonly code: number
  readonly message: string
  readonly status_code: number
  readonly context: unknown
}
type Batch = Entry & { readonly context: { readonly error: number[]; readonly resource: (Entry & { id?: number })[] } }

export type Answer = {
  readonly status: number
  readonly body: Row
  readonly headers: Record<string, unknown>
  /** The rows of a list or of a write. */
  readonly rows: readonly Row[]
  readonly error: Batch
  /** The message of the first row that failed, or of the whole call. */
  readonly says: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Headers = Record<string, string>

export type Program = {
  send(method: Method, path: string, body?: unknown, headers?: Headers): Promise<Answer>
  get(path: string, headers?: Headers): Promise<Answer>
  /** Writes one record; `query` may request fields of the answer. */
  post(table: string, record: object, query?: string): Promise<Answer>
  patch(table: string, record: object, query?: string): Promise<Answer>
  /** Creates a record and returns its row. */
  make(table: string, record: object): Promise<Row & { readonly id: number }>
  row(table: string, id: unknown): Promise<Row>
}

/** Reads an answer of the data API as such a program does. */
export function readAnswer({ status, json, headers }: Awaited<ReturnType<typeof ask>>): Answer {
  const body = (json ?? {}) as { resource?: Row[]; error?: Batch }
  const error = body.error as Batch
  const failed = error?.code === 1000 ? error.context.resource.find((one) => one.message !== undefined) : error
  return { status, body, headers, rows: body.resource ?? [], error, says: failed?.message ?? '' }
}

/** Returns a program that is signed in as a person and sends the application key, as the old pages did. */
export function program(company: TestCompany, person: Person): Program {
  const send: Program['send'] = async (method, path, body, headers = {}) =>
    readAnswer(
      await ask(company, method, `/api/v2/${path}`, {
        headers: {
          'x-dreamfactory-api-key': PAGE_KEY,
          'x-dreamfactory-session-token': company.tokens[person],
          ...headers,
        },
        body,
      }),
    )
  const write =
    (method: Method): Program['post'] =>
    (table, record, query = '') =>
      send(method, `_table/${table}${query}`, { resource: [record] })
  const row: Program['row'] = async (table, id) => (await send('GET', `_table/${table}/${String(id)}`)).body
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: write('POST'),
    patch: write('PATCH'),
    make: async (table, record) => {
      const made = await write('POST')(table, record)
      if (made.status !== 200) throw new Error(`${table}: ${made.says}`)
      return (await row(table, made.rows[0]?.['id'])) as Row & { id: number }
    },
    row,
  }
}
