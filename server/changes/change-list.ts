/**
 * The list of changes: which records were stored or deleted, in the order of the commits (decision 105). Triggers of the database note each
 * change in its own transaction, whatever made it.
 */
import { type Database, type Rows, sql } from '#server/db/database.ts'
import type { Retention } from '#server/jobs/retention.ts'
import { afterRestore, type Restoring } from '#server/restoring/restoring.ts'

/** A change of a record. `kind` is the name of its table at the data API. */
export type ListedChange = {
  readonly number: number
  readonly kind: string
  readonly id: number
  readonly at: string
}

/** The present list. It contains the changes after the number `from` up to the number `to`. */
export type ChangeList = { readonly epoch: string; readonly from: number; readonly to: number }

/** Numbers the changes that were committed before this call. Throws ClosedForWriting while a backup is restored. */
export const numberChanges = async (db: Database): Promise<void> => {
  await db.transaction('locking', (tx) => tx.many(sql`select list_changes()`), { whenOpen: true })
}

export const readChangeList = (rows: Rows): Promise<ChangeList> =>
  rows.one<ChangeList>(sql`
    select epoch, forgotten_to as "from", greatest(forgotten_to, (select max(id) from listed_changes)) as "to" from change_list`)

/** Returns the changes of these kinds after a number, at most `most`, in their order. */
export const changesAfter = (
  rows: Rows,
  number: number,
  kinds: readonly string[],
  most: number,
): Promise<ListedChange[]> =>
  rows.many<ListedChange>(sql`
    select id as number, kind, record_id as id, noted_at as at from listed_changes
    where id > ${number}::bigint and kind = any(${[...kinds]}::text[]) order by id limit ${most}::bigint`)

/** Changes are listed for 30 days at least, because programs rely on it. */
export const changeRetention: Retention = {
  name: 'changes',
  days: 30,
  leastDays: 30,
  async forget(rows, days, most) {
    // what no program has asked for is numbered too, so that it is deleted in its turn
    await rows.many(sql`select list_changes()`)
    const { forgotten } = await rows.one<{ forgotten: number }>(sql`
      with old as (
        delete from listed_changes where id in (
          select id from (select id, noted_at from listed_changes order by id limit ${most}::bigint) oldest
          where noted_at < now() - make_interval(days => ${days}))
        returning id),
      told as (
        update change_list set forgotten_to = greatest(forgotten_to, (select max(id) from old)) where exists (select from old))
      select count(*)::int as forgotten from old`)
    return forgotten
  },
}

/** Begins another list when a restore has replaced the records. Cursors of the former one are refused from then on. */
export const anotherList: Restoring = afterRestore(async ({ tx }) => {
  await tx.run(sql`truncate noted_changes, listed_changes`)
  await tx.run(sql`update change_list set epoch = default, forgotten_to = 0`)
})
