/**
 * Compares each night what is stored of derived tables and columns with what follows from their declarations. It repairs nothing, so that the
 * cause is found.
 */
import type { Right } from '#kernel/rights.ts'
import { SYSTEM } from '#server/command.ts'
import { raw, type Rows, sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import { inPieces } from '#server/in-pieces.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { DailySchedule } from '#server/jobs/schedules.ts'
import type { FactKind } from '#server/notices/notices.ts'
import type { Derived, Proof } from './derived.ts'

/** What differs: the table, or the table and its column, how many rows, and the first of them as the database writes it. */
type Difference = { readonly name: string; readonly rows: number; readonly first: string | null }

type Found = Omit<Difference, 'name'>

/** Returns what differs from its declaration. */
export async function readDerivedDifferences(rows: Rows, derived: readonly Derived[]): Promise<Difference[]> {
  const found: Difference[] = []
  for (const { name, proof } of derived) {
    if (proof === null) continue
    const sum = await compare(rows, proof)
    if (sum.rows > 0) found.push({ name, ...sum })
  }
  return found
}

/** Returns how many rows differ, and the first of them. Each statement reads one snapshot, so people may work meanwhile. */
async function compare(rows: Rows, { piecesOf, differing }: Proof): Promise<Found> {
  let found: Found = { rows: 0, first: null }
  for await (const within of inPieces(piecesOf === null ? null : lastOfPiece(rows, piecesOf))) {
    const piece = await rows.one<Found>(differing(within))
    found = { rows: found.rows + piece.rows, first: found.first ?? piece.first }
  }
  return found
}

const lastOfPiece =
  (rows: Rows, table: string) =>
  async (after: number, count: number): Promise<number | null> => {
    const last = await rows.maybe<{ id: number }>(
      sql`select id from ${raw(table)} where id > ${after} order by id offset ${count - 1} limit 1`,
    )
    return last?.id ?? null
  }

export const PROVE_DERIVED_JOB = 'server.prove-derived'

/** After the comparisons of the stock and the ledger, and before the backup. */
export const proveDerivedNightly: DailySchedule = { name: 'prove-derived', kind: PROVE_DERIVED_JOB, dailyAt: '02:55' }

export const proveDerivedWork = ({ runner, log }: JobParts, derived: readonly Derived[]): JobWork => ({
  atOnce: 1,
  tries: 3,
  run: async () => {
    const found = await readDerivedDifferences(runner.db, derived)
    for (const one of found) log?.warn(one, 'a derived table differs from its rows')
    await runner.work(SYSTEM, PROVE_DERIVED_JOB, async ({ tx, now }) => {
      const given = sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(name text, rows bigint, first text)`
      await tx.run(sql`delete from derived_differences where name not in (select f.name from ${given})`)
      await tx.run(sql`
        insert into derived_differences as d (name, differing, first, found_at)
        select f.name, f.rows, coalesce(f.first, ''), ${now}::timestamptz from ${given}
        on conflict (name) do update set differing = excluded.differing, first = excluded.first
        where (d.differing, d.first) is distinct from (excluded.differing, excluded.first)`)
    })
  },
})

/** Tells people with this right behind the bell what differs. What the next night finds again is the same fact. */
export const derivedDiffers = (name: string, right: Right, page: string): FactKind => ({
  name,
  right,
  page,
  find: async (rows) => {
    const found = await rows.many<{ id: number }>(sql`select id from derived_differences order by id`)
    return found.map(({ id }) => id)
  },
  things: async (rows, ids) => {
    const found = await rows.many<{ id: number; name: string; differing: number }>(
      sql`select id, name, differing from derived_differences where id = any(${[...ids]}::bigint[])`,
    )
    return found.map(({ id, name: what, differing }) => ({ id, title: `${what} (${differing})`, to: page }))
  },
})
