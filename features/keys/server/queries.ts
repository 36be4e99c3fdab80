/** The queries of the keys of programs. A company has few of them, so filters and sorts are applied here and not in SQL. */
import type { z } from 'zod'
import { pageOf } from '#kernel/contract.ts'
import type { Day } from '#kernel/day.ts'
import { contains, containsWords } from '#kernel/fold.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { readHistory } from '#server/history.ts'
import * as contract from '../domain/contract.ts'
import { KEY_STATES, keyState } from '../domain/keys.ts'

type Input = z.output<typeof contract.keysListInput>
type Stored = Omit<contract.KeyRow, 'state'>

const KEYS = sql`
  select k.id, k.name, k.role, k.ending, k.per_minute as "perMinute", k.ends_on as "endsOn", k.created_at as "createdAt",
    k.created_by_name as "createdByName", k.revoked_at as "revokedAt", u.last_used_at as "lastUsedAt"
  from api_keys k left join api_key_use u on u.key_id = k.id`

const shown = (stored: Stored, today: Day): contract.KeyRow => ({ ...stored, state: keyState(stored, today) })

/** Returns the value by which a key is sorted. Keys without a last use come last in both directions. */
const sortValue = (key: contract.KeyRow, sort: (typeof contract.KEY_SORTS)[number]): string =>
  sort === 'state' ? String(KEY_STATES.indexOf(key.state)) : (key[sort] ?? '')

async function keysOf(rows: Rows, today: Day, { search, filters, sort = 'state', descending = false }: Input) {
  const keys = (await rows.many<Stored>(sql`${KEYS} order by k.name collate "und-x-icu", k.id`)).map((one) =>
    shown(one, today),
  )
  const matching = keys.filter(
    (key) =>
      containsWords(`${key.name} ${key.ending}`, search) &&
      contains(key.name, filters.name) &&
      (!filters.role || filters.role.some((role) => role === key.role)) &&
      (!filters.state || filters.state.includes(key.state)),
  )
  // the rows are sorted by name already
  if (sort === 'name') return descending ? matching.toReversed() : matching
  return matching.toSorted((a, b) => {
    const [left, right] = [sortValue(a, sort), sortValue(b, sort)]
    if (left === '' || right === '') return Number(left === '') - Number(right === '')
    if (left === right) return 0
    return left < right === descending ? 1 : -1
  })
}

export const listKeysQuery = query(contract.listKeys, async ({ rows, today }, input) =>
  pageOf(await keysOf(rows, today, input), input.page, contract.KEYS_PAGE),
)

export const countKeysQuery = query(contract.countKeys, async ({ rows, today }, input) => ({
  count: (await keysOf(rows, today, input)).length,
}))

export const getKeyQuery = query(contract.getKey, async ({ rows, today }, { id }) => {
  const stored = await rows.maybe<Stored>(sql`${KEYS} where k.id = ${id}`)
  return stored ? shown(stored, today) : refuse('missing', 'keys.no-key')
})

export const keyHistoryQuery = query(contract.keyHistory, ({ rows }, input) => readHistory(rows, 'keys', input))
