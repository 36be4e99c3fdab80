/** Two processes over one test company, for tests that give numbers to tax documents under faults. */
import { type Database, raw, type Rows, sql } from '#server/db/database.ts'
import { Runner } from '#server/runner.ts'
import { openTestCompany, type TestCompany } from '../company.ts'
import { secondProcess } from '../database.ts'

export type TwoProcesses = {
  readonly company: TestCompany
  readonly runners: readonly [Runner, Runner]
  /** How many minutes the clock of both processes is ahead. */
  minutesLater: number
  close(): Promise<void>
}

/** Opens a test company that an accounting service is set up for, with the runners of two processes. */
export async function openTwoProcesses(): Promise<TwoProcesses> {
  const company = await openTestCompany()
  const other = await secondProcess(company.db)
  const runnerOf = (db: Database) =>
    new Runner({ db, clock: () => new Date(Date.now() + opened.minutesLater * 60_000) })
  const opened: TwoProcesses = {
    company,
    runners: [runnerOf(company.db), runnerOf(other)],
    minutesLater: 0,
    async close() {
      await other.close()
      await company.close()
    },
  }
  await company.db.run(sql`
    insert into settings (name, value) values ('accounting-state', '{"configured": true}')
    on conflict (name) do update set value = excluded.value`)
  return opened
}

/** Reads whole tables as a backup does. Returns a function that puts their rows back, also the ids that the database gave. */
export async function copyTables(db: Database, tables: readonly string[]): Promise<(tx: Rows) => Promise<void>> {
  const rows = new Map<string, string>()
  // what the database derives from other columns is not written
  const columns = new Map<string, string>()
  for (const table of tables) {
    const { names } = await db.one<{ names: string }>(sql`
      select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
      where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
    columns.set(table, names)
    const { all } = await db.one<{ all: string }>(
      sql`select coalesce(json_agg(t), '[]')::text as all from ${raw(table)} t`,
    )
    rows.set(table, all)
  }
  return async (tx) => {
    for (const [table, all] of rows) {
      await tx.run(sql`delete from ${raw(table)}`)
      await tx.run(sql`
        insert into ${raw(table)} (${raw(columns.get(table) ?? '')}) overriding system value
        select ${raw(columns.get(table) ?? '')} from json_populate_recordset(null::${raw(`public.${table}`)}, ${all}::json)`)
    }
  }
}
