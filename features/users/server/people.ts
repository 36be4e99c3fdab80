/** The queries of the administration of people: the list of accounts, its count, and the history of one. */
import type { z } from 'zod'
import { pageOf } from '#kernel/contract.ts'
import { contains, containsWords } from '#kernel/fold.ts'
import { refuse } from '#kernel/refusal.ts'
import { query } from '#server/command.ts'
import { raw, type Rows, sql } from '#server/db/database.ts'
import { readHistory } from '#server/history.ts'
import { ACCOUNT_STATUSES, accountState } from '#accounts/domain/accounts.ts'
import * as contract from '../domain/people-contract.ts'
import { lastSeen } from '#accounts/server/session-use.ts'
import { sectionOfAccount } from '#accounts/server/user-row.ts'

const SORT_COLUMNS: Record<(typeof contract.PEOPLE_SORTS)[number], string> = {
  username: 'username collate "und-x-icu"',
  email: 'email',
  role: 'role',
  firstName: 'first_name collate "und-x-icu"',
  lastLoginAt: 'last_login_at',
  lastSeenAt: '"lastSeenAt"',
  state: 'status',
}

type Input = z.output<typeof contract.peopleListInput>
type Stored = Omit<contract.AccountRow, 'state'> & { status: string }

const COLUMNS = sql`id, email, username, first_name as "firstName", last_name as "lastName", role, landing, status,
  ${sectionOfAccount} as section, last_login_at as "lastLoginAt", ${lastSeen} as "lastSeenAt", factor_since is not null as "secondFactor",
  created_at as "createdAt", version`

const shown = ({ status, ...account }: Stored): contract.AccountRow => ({
  ...account,
  state: accountState({ ...account, status }),
})

/** Reads all accounts that match. A company has few of them, so the state, a rule, is decided here and not in SQL. */
async function accountsOf(rows: Rows, { search, filters, sort = 'username', descending = false }: Input) {
  const found = await rows.many<Stored>(sql`
    select ${COLUMNS} from users u
    order by ${raw(SORT_COLUMNS[sort])} ${raw(descending ? 'desc' : 'asc')} nulls last, id`)
  const accounts = found.map(shown)
  const matching = accounts.filter(
    (one) =>
      containsWords(`${one.username} ${one.firstName} ${one.lastName} ${one.email}`, search) &&
      contains(one.username, filters.username) &&
      contains(one.email, filters.email) &&
      contains(one.firstName, filters.firstName) &&
      (!filters.role || filters.role.some((role) => role === one.role)) &&
      (!filters.state || filters.state.includes(one.state)),
  )
  const place = (one: (typeof matching)[number]): number => ACCOUNT_STATUSES.indexOf(one.state)
  if (sort === 'state') return matching.toSorted((a, b) => (descending ? place(b) - place(a) : place(a) - place(b)))
  // those that wait for an administrator are not missed
  return matching.toSorted((a, b) => Number(b.state === 'WAITING') - Number(a.state === 'WAITING'))
}

export const listPeopleQuery = query(contract.listPeople, async ({ rows }, input) =>
  pageOf(await accountsOf(rows, input), input.page, contract.PEOPLE_PAGE),
)

export const getAccountQuery = query(contract.getAccount, async ({ rows }, { id }) => {
  const stored = await rows.maybe<Stored>(sql`select ${COLUMNS} from users u where id = ${id}`)
  return stored ? shown(stored) : refuse('missing', 'users.no-account')
})

export const countPeopleQuery = query(contract.countPeople, async ({ rows }, input) => ({
  count: (await accountsOf(rows, input)).length,
}))

export const accountHistoryQuery = query(contract.accountHistory, ({ rows }, input) =>
  readHistory(rows, 'users', input),
)
