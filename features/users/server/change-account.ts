/** The commands with which an administrator approves, changes, closes and opens accounts and ends their sessions. */
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { refuseStale } from '#server/history.ts'
import { accountState, whyNotChange } from '#accounts/domain/accounts.ts'
import * as contract from '../domain/people-contract.ts'
import { type NameRules, whyNameTaken } from './name-rules.ts'
import { closeLinks } from '#accounts/server/new-password/close-links.ts'
import { endSessions } from '#accounts/server/end-sessions.ts'
import { sectionOfAccount } from '#accounts/server/user-row.ts'

type Stored = {
  id: number
  username: string
  firstName: string
  lastName: string
  role: string | null
  section: string | null
  landing: string | null
  status: string
  version: number
}
type Change = Partial<Omit<Stored, 'id' | 'section' | 'version'>>

async function readAccount(tx: Rows, id: number): Promise<Stored> {
  const stored = await tx.maybe<Stored>(sql`
    select id, username, first_name as "firstName", last_name as "lastName", role, landing, status, version,
      ${sectionOfAccount} as section
    from users u where id = ${id}`)
  return stored ?? refuse('missing', 'users.no-account')
}

/** Returns the account, if it still has the version that the administrator saw. */
async function accountToChange(tx: Rows, { id, version }: { id: number; version: number }): Promise<Stored> {
  const stored = await readAccount(tx, id)
  if (stored.version !== version) await refuseStale(tx, 'users', id, stored.version)
  return stored
}

/** Stores a change of an account, unless a rule refuses it, and records it. */
async function store({ tx, actor, record }: Work, before: Stored, change: Change) {
  const { others } = await tx.one<{ others: number }>(sql`
    select count(*)::int as others from users where role = 'admin' and status = 'ACTIVE' and id <> ${before.id}`)
  stopOn(whyNotChange(before, change, { userId: actor.userId, otherAdministrators: others }))
  const changed = changes(before, change)
  if (Object.keys(changed).length === 0) return { id: before.id, version: before.version }
  const after = { ...before, ...change }
  await tx.run(sql`
    update users set username = ${after.username}, first_name = ${after.firstName}, last_name = ${after.lastName},
      role = ${after.role}, landing = ${after.landing}, status = ${after.status}, version = version + 1
    where id = ${before.id}`)
  record({ entity: 'users', id: before.id, changes: changed })
  return { id: before.id, version: before.version + 1 }
}

export const approveAccountCommand = command(contract.approveAccount, async (work, { role, ...seen }) => {
  const account = await accountToChange(work.tx, seen)
  if (accountState(account) !== 'WAITING') refuse('refused', 'users.not-waiting')
  // people choose any name when they register, where a refusal would tell strangers the names of colleagues
  stopOn(await whyNameTaken(work.tx, account.id, account.username))
  return store(work, account, { role, status: 'ACTIVE' })
})

export const changeAccountCommand = (names: NameRules) =>
  command(contract.changeAccount, async (work, { changes: change, ...seen }) => {
    const account = await accountToChange(work.tx, seen)
    if (change.role !== undefined && accountState(account) === 'WAITING') refuse('refused', 'users.approve-first')
    const { id, role, username: before } = account
    if (change.username !== undefined && change.username !== before)
      stopOn(await whyNameTaken(work.tx, id, change.username))
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    const written = await store(work, account, Object.fromEntries(given))
    if (change.username !== undefined && change.username !== before)
      await names.renamed(work, { id, role, before, after: change.username })
    return written
  })

export const deactivateAccountCommand = command(contract.deactivateAccount, async (work, seen) => {
  const account = await accountToChange(work.tx, seen)
  const written = await store(work, account, { status: 'DISABLED' })
  await endSessions(work.tx, account.id)
  // somebody may have read their mailbox; after it is opened again, only a new link sets a password
  await closeLinks(work.tx, account.id)
  return written
})

export const activateAccountCommand = command(contract.activateAccount, async (work, seen) => {
  const account = await accountToChange(work.tx, seen)
  if (account.status !== 'DISABLED') refuse('refused', 'users.not-deactivated')
  // an account that was deactivated before it had a role waits for approval again
  return store(work, account, { status: account.role === null ? 'WAITING' : 'ACTIVE' })
})

export const signOutEverywhereCommand = command(contract.signOutEverywhere, async (work, { id }) => {
  const account = await readAccount(work.tx, id)
  const ended = await endSessions(work.tx, account.id)
  if (ended > 0) work.record({ entity: 'users', id, changes: { sessionsEnded: [null, ended] } })
  return { ended }
})
