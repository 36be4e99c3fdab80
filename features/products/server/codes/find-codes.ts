/** Finds codes of goods in the loaded list, and proposes those that similar products have. */
import type { Day } from '#kernel/day.ts'
import { keptQuery, query } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { matchesWords } from '#server/search-text.ts'
import { typedCode } from '../../domain/codes/cn-code.ts'
import { codeDetail, codesOfMany, type ListedCode, proposedCodes, searchCodes } from '../../domain/codes/contract.ts'
import { codeProblem, LIST_LOADED, listedRow, listProblem } from './code-problem.ts'

const MOST_FOUND = 30
const MOST_PROPOSED = 3

const isLoaded = async (rows: Rows): Promise<boolean> =>
  (await rows.one<{ loaded: boolean }>(sql`select ${LIST_LOADED} as loaded`)).loaded

/** The condition that a product `p` is goods with a valid code, which others of its category may be proposed. */
const hasValidCode = (day: Day): Sql => sql`p.cn_code is not null and ${codeProblem(day)} is null and not p.service`

/** The condition that a row `c` of the list is meant by a typed text: by its first digits, or by words of its text. */
function isMeant(search: string): Sql {
  const digits = typedCode(search)
  return digits !== null && /^\d+$/.test(digits)
    ? sql`c.code like ${`${digits}%`}`
    : matchesWords(sql`c.search`, search)
}

export const searchCodesQuery = keptQuery(searchCodes, async ({ rows, today }, { search }) => ({
  loaded: await isLoaded(rows),
  codes: await rows.many<ListedCode>(sql`
    select c.code, c.name as text, c.from_day as "fromDay", c.to_day as "toDay", null as problem
    from goods_codes c
    where ${isMeant(search)} and coalesce(c.from_day <= ${today}::date, true) and coalesce(c.to_day >= ${today}::date, true)
    order by c.code limit ${MOST_FOUND}`),
}))

/** Returns what the list says of a code on a day. */
async function readListed(rows: Rows, code: string, day: Day): Promise<ListedCode> {
  const { row, problem } = await rows.one<{
    row: Pick<ListedCode, 'text' | 'fromDay' | 'toDay'> | null
    problem: ListedCode['problem']
  }>(sql`
    select ${listedRow(sql`asked.code`)} as row, ${listProblem(sql`asked.code`, day)} as problem
    from (select ${code}::text as code) asked`)
  return { code, problem, ...(row ?? { text: '', fromDay: null, toDay: null }) }
}

export const codeDetailQuery = query(codeDetail, async ({ rows, today }, { code }) => ({
  loaded: await isLoaded(rows),
  listed: await readListed(rows, code, today),
}))

export const proposedCodesQuery = keptQuery(proposedCodes, async ({ rows, today }, { category }) => ({
  proposals:
    category === ''
      ? []
      : await rows.many<{ code: string; text: string; count: number }>(sql`
          select u.code, coalesce(${listedRow(sql`u.code`)} ->> 'text', '') as text, u.count
          from (
            select p.cn_code as code, count(*)::int as count from products p
            where p.category collate "und-x-icu" = ${category} and ${hasValidCode(today)}
            group by p.cn_code order by count(*) desc, p.cn_code limit ${MOST_PROPOSED}) u
          order by u.count desc, u.code`),
}))

export const codesOfManyQuery = query(codesOfMany, async ({ rows, today }, { ids }) => {
  const found = await rows.many<{
    id: number
    version: number
    name: string
    sku: string
    category: string
    cnCode: string | null
    problem: ListedCode['problem']
  }>(sql`
    select p.id, p.version, p.name, p.sku, p.category, p.cn_code as "cnCode", ${codeProblem(today)} as problem
    from products p where p.id = any(${ids}::bigint[]) and not p.service
    order by p.name collate "und-x-icu", p.id`)
  const categories = [...new Set(found.map(({ category }) => category))].filter((category) => category !== '')
  const proposals = new Map(
    (
      await rows.many<{ category: string; code: string }>(sql`
        select distinct on (u.category) u.category, u.code
        from (
          select p.category, p.cn_code as code, count(*) as count from products p
          where p.category collate "und-x-icu" = any(${categories}::text[]) and ${hasValidCode(today)}
          group by p.category, p.cn_code) u
        order by u.category, u.count desc, u.code`)
    ).map(({ category, code }) => [category, code]),
  )
  return { rows: found.map((row) => ({ ...row, proposal: proposals.get(row.category) ?? null })) }
})
