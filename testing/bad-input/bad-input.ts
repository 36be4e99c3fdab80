/**
 * Sends invalid requests, and notes every server error, every refusal without text, and every change that a refusal
 * left behind.
 */
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Refusal } from '#kernel/refusal.ts'
import { type Database, raw, sql } from '#server/db/database.ts'
import { refusalTexts } from '#server/refusal-texts.ts'
import { type ask, openTestCompany, type TestCompany } from '#testing/company.ts'

/** Tables of sessions and attempts, which a request may change without changing the data of the company. */
const NOT_BUSINESS = [
  'sessions',
  'sign_in_attempts',
  'refresh_tokens',
  'idempotency_keys',
  // refusals are written after the fact
  'security_events',
  'row_changes',
  'migrations',
]

/** Counts every row that any committed transaction writes, so that one read shows whether anything changed. */
async function countChanges(company: TestCompany): Promise<void> {
  await company.db.script(`
    create table row_changes (times bigint not null);
    insert into row_changes values (0);
    create function count_row_change() returns trigger language plpgsql as $$
      begin update row_changes set times = times + 1; return null; end $$`)
  for (const name of await businessTables(company))
    await company.db.script(`create trigger count_change after insert or update or delete on ${name}
      for each row execute function count_row_change()`)
}

async function businessTables(company: TestCompany): Promise<string[]> {
  const rows = await company.db.many<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`)
  const names = rows.map(({ name }) => name).filter((name) => !NOT_BUSINESS.includes(name))
  expect(names.length).toBeGreaterThan(15)
  return names
}

const changesOf = async (company: TestCompany): Promise<number> =>
  (await company.db.one<{ times: number }>(sql`select times from row_changes`)).times

/** Notes whether the database was used for more than read-only transactions, which cannot change a row. */
function watchWrites(db: Database): { happened: boolean } {
  const watch = { happened: false }
  const asked = { ...db }
  const watched: Partial<Database> = {
    transaction: (mode, work) => {
      if (mode !== 'read') watch.happened = true
      return asked.transaction(mode, work)
    },
    one: (query) => ((watch.happened = true), asked.one(query)),
    maybe: (query) => ((watch.happened = true), asked.maybe(query)),
    many: (query) => ((watch.happened = true), asked.many(query)),
    run: (query) => ((watch.happened = true), asked.run(query)),
    script: (text) => ((watch.happened = true), asked.script(text)),
  }
  Object.assign(db, watched)
  return watch
}

/** Returns one hash over every row of the company. */
async function fingerprint(company: TestCompany): Promise<string> {
  const parts: string[] = []
  for (const name of await businessTables(company)) {
    const { hash } = await company.db.one<{ hash: string }>(
      sql`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${raw(name)} t`,
    )
    parts.push(`${name} ${hash}`)
  }
  return parts.join('\n')
}

export type Answer = Awaited<ReturnType<typeof ask>>

/** Returns the text of a refusal for a person; null if the answer has none. */
function wordsOf(refusalText: ReturnType<typeof refusalTexts>, { json }: Answer): string | null {
  const body = json as { refusal?: Refusal; error?: { message?: unknown } }
  if (body?.refusal) {
    const words = refusalText(body.refusal, 'en')
    return words === body.refusal.code ? null : words
  }
  return typeof body?.error?.message === 'string' && body.error.message !== '' ? body.error.message : null
}

const INTERNALS =
  /\b(relation "|violates|syntax error|invalid input syntax|jsonb|bigint|at .*\.ts:\d|node_modules|ECONN)/i

export type InputProbe = {
  readonly company: TestCompany
  /** The credentials of an administrator. */
  readonly admin: { readonly token: string }
  /** Sends a request that may be invalid, and checks the answer and the changes. */
  check(what: string, send: () => Promise<Answer>): Promise<Answer>
  /** Accepts the changes since the last request as intended. */
  settle(): Promise<void>
  /** Returns how many rows were written so far. */
  changes(): Promise<number>
  /** Returns one hash over every row of the company. */
  fingerprint(): Promise<string>
  /** Returns the problems since the last call. Fewer than `least` requests count as a problem too. */
  problems(least: number): string[]
  close(): Promise<void>
}

/** Opens a separate company for requests with invalid input. */
export async function openInputProbe(): Promise<InputProbe> {
  const company = await openTestCompany()
  const refusalText = refusalTexts(join(import.meta.dirname, '../..'))
  await countChanges(company)
  const admin = { token: company.tokens.admin }
  const noted = new Set<string>()
  const writes = watchWrites(company.db)
  const changes = async (): Promise<number> => {
    const count = await changesOf(company)
    writes.happened = false
    return count
  }
  let seen = await changes()
  let requests = 0
  return {
    company,
    admin,
    changes,
    fingerprint: () => fingerprint(company),
    close: () => company.close(),
    async settle() {
      seen = await changes()
    },
    async check(what, send) {
      const answer = await send()
      requests++
      const { status } = answer
      const note = (why: string) => noted.add(`${what}: ${why}; ${status} ${answer.text.slice(0, 300)}`)
      if (status >= 500 && status !== 503) note('failed')
      // most invalid input is refused before it reaches the database
      const now = writes.happened ? await changes() : seen
      if (status >= 400) {
        if (wordsOf(refusalText, answer) === null) note('has no text')
        if (INTERNALS.test(answer.text)) note('shows internals')
        if (now !== seen) note(`was refused but changed ${now - seen} rows`)
      }
      seen = now
      return answer
    },
    problems(least) {
      const found = [...noted].slice(0, 40)
      if (requests < least) found.push(`only ${requests} requests were sent`)
      noted.clear()
      requests = 0
      return found
    },
  }
}
