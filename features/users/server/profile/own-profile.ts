/** What people read and change of their own account: the user name and the extra addresses. */
import { z } from 'zod'
import { changes } from '#kernel/changes.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command, query, type Actor, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { refuseStale } from '#server/history.ts'
import * as contract from '../../domain/profile-contract.ts'
import { type NameRules, whyNameTaken } from '../name-rules.ts'

type Stored = {
  id: number
  username: string
  role: string | null
  landing: string | null
  addresses: unknown
  version: number
  hasPin: boolean
}

/** Returns the account of the caller. Programs with a key have none. */
async function ownAccount(rows: Rows, actor: Actor): Promise<Stored> {
  const stored = await rows.maybe<Stored>(sql`
    select id, username, role, landing, extra_addresses as addresses, version, pin_hash is not null as "hasPin" from users where id = ${actor.userId}::bigint`)
  return stored ?? refuse('missing', 'users.no-account')
}

/** Returns the stored addresses as the contract describes them. */
const addressesOf = ({ addresses }: Stored): contract.OwnAddress[] =>
  z.array(contract.zOwnAddress).safeParse(addresses).data ?? []

export const ownProfileQuery = query(contract.ownProfile, async ({ rows, actor }) => {
  const own = await ownAccount(rows, actor)
  const { id, username, landing, hasPin } = own
  return { id, username, landing, addresses: addressesOf(own), hasPin }
})

/** Changes the user name, unless another account, a program or the product has it: the history names them by it. */
async function changeName(work: Work, rules: NameRules, username: string): Promise<{ username: string }> {
  const { tx, actor, record } = work
  const own = await ownAccount(tx, actor)
  const changed = changes({ username: own.username }, { username })
  if (Object.keys(changed).length === 0) return { username }
  const renaming = { id: own.id, role: own.role, before: own.username, after: username }
  stopOn(await whyNameTaken(tx, own.id, username))
  stopOn(await rules.whyNotTake(work, renaming))
  await tx.run(sql`update users set username = ${username}, version = version + 1 where id = ${own.id}`)
  record({ entity: 'users', id: own.id, changes: changed })
  await rules.renamed(work, renaming)
  return { username }
}

export const changeOwnNameCommand = (rules: NameRules) =>
  command(contract.changeOwnName, (work, { username }) => changeName(work, rules, username))

export const chooseOwnLandingCommand = command(
  contract.chooseOwnLanding,
  async ({ tx, actor, record }, { landing }) => {
    const own = await ownAccount(tx, actor)
    const changed = changes({ landing: own.landing }, { landing })
    if (Object.keys(changed).length === 0) return { landing }
    await tx.run(sql`update users set landing = ${landing}, version = version + 1 where id = ${own.id}`)
    record({ entity: 'users', id: own.id, changes: changed })
    return { landing }
  },
)

export const saveOwnAddressesCommand = command(contract.saveOwnAddresses, async (work, { shown, addresses }) => {
  const own = await ownAccount(work.tx, work.actor)
  const stored = addressesOf(own)
  if (Object.keys(changes({ stored }, { stored: shown })).length > 0)
    await refuseStale(work.tx, 'users', own.id, own.version)
  if (Object.keys(changes({ stored }, { stored: addresses })).length === 0) return { addresses }
  await work.tx.run(sql`
    update users set extra_addresses = ${JSON.stringify(addresses)}::jsonb, version = version + 1 where id = ${own.id}`)
  // an administrator who reads the history has no need of private addresses, so it says only how many there are
  work.record({ entity: 'users', id: own.id, changes: { addresses: [stored.length, addresses.length] } })
  return { addresses }
})
