/** Writes the list of codes of goods, which an administrator loads from a file each year. */
import { type Rows, sql } from '#server/db/database.ts'

/** A row of the list. A day is null where the list names none. */
export type GoodsCode = {
  readonly code: string
  readonly name: string
  readonly fromDay: string | null
  readonly toDay: string | null
}
export type StoredGoodsCode = GoodsCode & { readonly id: number; readonly version: number }

/** Returns the ids of codes, by code. */
export const findGoodsCodes = (rows: Rows, codes: readonly string[]): Promise<{ key: string; id: number }[]> =>
  rows.many(sql`select code as key, id from goods_codes where code = any(${[...codes]}::text[]) order by id`)

/** Returns one code, locked until the commit; null if it was removed. */
export const lockGoodsCode = (rows: Rows, id: number): Promise<StoredGoodsCode | null> =>
  rows.maybe<StoredGoodsCode>(sql`
    select id, version, code, name, from_day as "fromDay", to_day as "toDay" from goods_codes where id = ${id} for update`)

/** Adds a code to the list. Returns its id. */
export async function insertGoodsCode(rows: Rows, { code, name, fromDay, toDay }: GoodsCode): Promise<number> {
  const { id } = await rows.one<{ id: number }>(sql`
    insert into goods_codes (code, name, from_day, to_day) values (${code}, ${name}, ${fromDay}::date, ${toDay}::date) returning id`)
  return id
}

/** Changes the text and the days of a code. Returns its new version, or the stored one if nothing differs. */
export async function rewriteGoodsCode(
  rows: Rows,
  stored: StoredGoodsCode,
  { name, fromDay, toDay }: GoodsCode,
): Promise<number> {
  if (name === stored.name && fromDay === stored.fromDay && toDay === stored.toDay) return stored.version
  await rows.run(sql`
    update goods_codes set name = ${name}, from_day = ${fromDay}::date, to_day = ${toDay}::date, version = version + 1 where id = ${stored.id}`)
  return stored.version + 1
}

export const removeGoodsCode = (rows: Rows, id: number): Promise<unknown> =>
  rows.run(sql`delete from goods_codes where id = ${id}`)
