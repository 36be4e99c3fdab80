/**
 * Deletes records that are older than the days for which their kind is kept. Each feature declares its kinds in its manifest.
 * One nightly job deletes the older records. Administrators change the days on the settings page.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { KeptDays } from '#kernel/settings/form.ts'
import { type Database, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import { readSettings } from '#server/settings.ts'

export type Retention = {
  /** The name in the setting. */
  readonly name: string
  /** Days that records are kept unless the setting names others. */
  readonly days: number
  /** The fewest days that the setting may name, because the product or its users need the records for so long. */
  readonly leastDays: number
  /** Another kind whose days must not be exceeded, because deleting it also deletes these records; see `whyBeyond`. */
  readonly within?: NonNullable<KeptDays['within']>
  /** The most records that one night deletes; the next nights delete the rest. Without it, one night deletes all. */
  readonly mostANight?: number
  /**
   * Deletes up to `most` records that are older than `days`, in one short statement that locks no others. Returns how many
   * it deleted; 0 ends the work of the night.
   */
  readonly forget: (rows: Rows, days: number, most: number) => Promise<number>
}

/**
 * Returns `forget` of a kind whose records are rows of one table. `remove` begins the statement that deletes them or a part of them;
 * `old` selects those from before a moment. `key` names the columns of the primary key, `order` those that the selection is sorted by.
 */
export const forgetRows =
  (
    remove: Sql,
    old: (before: Sql) => Sql,
    { key = 'id', order = key }: { key?: string; order?: string } = {},
  ): Retention['forget'] =>
  (rows, days, most) =>
    rows.run(sql`
      ${remove} where (${raw(key)}) in (
        select ${raw(key)} ${old(sql`now() - make_interval(days => ${days})`)}
        order by ${raw(order)} limit ${most} for update skip locked)`)

/** Records deleted by one statement, so that each holds its locks for a moment only. */
const BATCH = 500
/** The pause between two statements, so that people's work comes first on a single connection and on a slow disk. */
const PAUSE_MILLISECONDS = 5

/** The most days that a kind may be kept: a hundred years. */
const MOST_DAYS = 36_525

/** Returns the settings of the days for which each kind is kept. */
export const retentionSettings = (retentions: readonly Retention[]): KeptDays[] =>
  retentions.map(({ name, days, leastDays, within }) => ({
    kind: 'kept-days',
    name,
    usual: days,
    least: leastDays,
    most: MOST_DAYS,
    within,
  }))

/** Returns for how many days each kind is kept, by its name. */
export const readRetentionDays = (
  rows: Rows,
  retentions: readonly Retention[],
): Promise<Readonly<Record<string, number>>> =>
  readSettings(rows, { name: 'retention', settings: retentionSettings(retentions) })

/** Deletes the old records of every kind. Logs a kind that fails, goes on with the others, and then throws its error. */
export async function forgetOld(db: Database, retentions: readonly Retention[], log?: Log): Promise<void> {
  const daysOf = await readRetentionDays(db, retentions)
  const failed: unknown[] = []
  for (const retention of retentions) {
    const days = daysOf[retention.name] ?? retention.days
    try {
      const deleted = await forgetKind(db, retention, days)
      if (deleted > 0) log?.info({ kind: retention.name, days, deleted }, 'old records were deleted')
    } catch (error) {
      log?.error({ error, kind: retention.name }, 'old records could not be deleted')
      failed.push(error)
    }
  }
  if (failed.length > 0) throw failed[0]
}

async function forgetKind(db: Database, { forget, mostANight = Infinity }: Retention, days: number): Promise<number> {
  for (let deleted = 0; ; ) {
    const batch = await forget(db, days, Math.min(BATCH, mostANight - deleted))
    deleted += batch
    if (batch === 0 || deleted >= mostANight) return deleted
    await pause(PAUSE_MILLISECONDS)
  }
}
