/**
 * How long records are kept that lose their use with time. Each feature declares its own in its manifest; one nightly job
 * deletes what is older. The setting `retention` changes the days: `{"mails": 1825}`.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, type Rows, sql } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'

export type Retention = {
  /** The name in the setting. */
  readonly name: string
  /** Days that records are kept unless the setting names others. */
  readonly days: number
  /** The setting may not name fewer days, because the product or its users rely on so many. */
  readonly leastDays: number
  /** One night deletes this many records at most, and the next nights the rest; without it all of them. */
  readonly mostANight?: number
  /**
   * Deletes up to `most` records that are older than `days`, in one short statement that locks no others. Returns how many
   * it deleted; 0 ends the work of the night.
   */
  readonly forget: (rows: Rows, days: number, most: number) => Promise<number>
}

/** Records deleted by one statement, so that each holds its locks for a moment only. */
const BATCH = 500
/** The pause between two statements, so that people's work comes first on a single connection and on a slow disk. */
const PAUSE_MILLISECONDS = 5

/** Returns the days that each kind of record is kept, by its name. Days that the setting may not name are left out. */
export async function readRetentionDays(rows: Rows, retentions: readonly Retention[]): Promise<Map<string, number>> {
  const row = await rows.maybe<{ value: Record<string, unknown> }>(
    sql`select value from settings where name = 'retention'`,
  )
  return new Map(
    retentions.map(({ name, days, leastDays }) => {
      const set = row?.value[name]
      return [name, typeof set === 'number' && Number.isInteger(set) && set >= leastDays ? set : days]
    }),
  )
}

/** Deletes what is older than its days. A kind that fails is logged and does not keep the others. */
export async function forgetOld(db: Database, retentions: readonly Retention[], log?: Log): Promise<void> {
  const daysOf = await readRetentionDays(db, retentions)
  const failed: unknown[] = []
  for (const retention of retentions) {
    const days = daysOf.get(retention.name) ?? retention.days
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
