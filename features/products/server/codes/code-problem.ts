/** Asks in SQL how codes of goods stand in the loaded list. */
import type { Day } from '#kernel/day.ts'
import { stopOn } from '#kernel/refusal.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { type CodeProblem, whyNotCode } from '../../domain/codes/cn-code.ts'

/** Whether an administrator has loaded a list, as SQL. */
export const LIST_LOADED: Sql = sql`exists (select from goods_codes)`

/**
 * The rows of the list that mean a code: the code itself, or the other of both forms. A list of CN codes also has the TARIC codes below
 * them, and one of TARIC codes has a CN code with two zeros behind it.
 */
const listed = (code: Sql): Sql => sql`c.code in (${code}, left(${code}, 8), ${code} || '00')`

/** What the list says of a code on a day, as SQL: its problem, or null for a valid one. The code itself counts before its other form. */
export const listProblem = (code: Sql, day: Day): Sql => sql`(
  case when ${LIST_LOADED} then nullif(coalesce((
    select case when c.to_day < ${day}::date then 'ended' when c.from_day > ${day}::date then 'early' else 'valid' end
    from goods_codes c where ${listed(code)} order by c.code = ${code} desc limit 1), 'unlisted'), 'valid') end)`

/** The problem of the code of `products p` on a day, as SQL. Null for a valid code, and for services. */
export const codeProblem = (day: Day): Sql => sql`(
  case when p.service then null when p.cn_code is null then 'missing' else ${listProblem(sql`p.cn_code`, day)} end)`

/** The condition that `products p` are goods without a valid code on a day, as SQL. */
export const withoutCode = (day: Day): Sql => sql`${codeProblem(day)} is not null`

/** The row of the list that means a code, as JSON in SQL: `text`, `fromDay` and `toDay`. Null if there is none. */
export const listedRow = (code: Sql): Sql => sql`(
  select json_build_object('text', c.name, 'fromDay', c.from_day, 'toDay', c.to_day)
  from goods_codes c where ${listed(code)} order by c.code = ${code} desc limit 1)`

/** Refuses codes of which the loaded list says that they are not valid on a day. No code is none to refuse. */
export async function demandCodes(rows: Rows, given: readonly (string | null | undefined)[], day: Day): Promise<void> {
  const codes = new Set(given.filter((code) => code != null))
  if (codes.size === 0) return
  const wrong = await rows.maybe<{ code: string; problem: CodeProblem }>(sql`
    select asked.code, ${listProblem(sql`asked.code`, day)} as problem
    from unnest(${[...codes]}::text[]) asked (code)
    where ${listProblem(sql`asked.code`, day)} is not null order by asked.code limit 1`)
  if (wrong) stopOn(whyNotCode(wrong.code, wrong.problem))
}

export type CodeOfGoods = { readonly cnCode: string | null; readonly codeProblem: CodeProblem | null }

/** Returns the code of each product, and what is wrong with it on a day. */
export async function readCodes(
  rows: Rows,
  productIds: readonly number[],
  day: Day,
): Promise<ReadonlyMap<number, CodeOfGoods>> {
  const found = await rows.many<CodeOfGoods & { id: number }>(sql`
    select p.id, p.cn_code as "cnCode", ${codeProblem(day)} as "codeProblem"
    from products p where p.id = any(${[...new Set(productIds)]}::bigint[])`)
  return new Map(found.map(({ id, ...code }) => [id, code]))
}
