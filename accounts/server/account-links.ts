/** Makes and redeems one-time links with which a person sets the password of their account. */
import { randomBytes } from 'node:crypto'
import { readCompany } from '#server/company.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import type { Actor, Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import type { LinkPurpose } from '../domain/accounts.ts'
import { closeLinks } from './new-password/close-links.ts'
import { whyWeakPassword } from './new-password/weak-password.ts'
import { endSessions } from './end-sessions.ts'
import { rememberDevice, renewDevice } from './known-devices.ts'
import { hashPassword } from './passwords.ts'
import { tokenHash } from './token-hash.ts'

/** How long a link can be used, in hours. A colleague may open an invitation the day after tomorrow. */
const HOURS: Readonly<Record<LinkPurpose, number>> = { INVITATION: 72, RESET: 1 }

/** Who makes a link: a person, or the key of a program. */
export type LinkMaker = Pick<Actor, 'userId' | 'keyId'>

/** Makes a link for an account and returns its token, which is stored only as a hash. Earlier links open nothing more. */
export async function makeLink({ tx, actor, record }: Work, userId: number, purpose: LinkPurpose): Promise<string> {
  await closeLinks(tx, userId)
  record({ entity: 'users', id: userId, changes: { link: [null, purpose] } })
  return addLink(tx, userId, purpose, actor)
}

/**
 * Makes a link beside the earlier ones, which stay valid. For links that are asked for without a sign-in: otherwise a stranger could make
 * the link in somebody's mailbox useless by asking for another one. `maker` is null for these.
 */
export async function addLink(
  tx: Rows,
  userId: number,
  purpose: LinkPurpose,
  maker: LinkMaker | null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.run(sql`
    insert into account_links (user_id, made_by, made_by_key, purpose, token_hash, expires_at)
    values (${userId}, ${maker?.userId ?? null}::bigint, ${maker?.keyId ?? null}::bigint, ${purpose}, ${tokenHash(token)}, now() + make_interval(hours => ${HOURS[purpose]}))`)
  return token
}

/** Closes one link and leaves the others of its account. */
export const withdrawLink = (rows: Rows, token: string): Promise<number> =>
  rows.run(sql`update account_links set used_at = now() where token_hash = ${tokenHash(token)} and used_at is null`)

type Linked = {
  id: number
  userId: number
  purpose: LinkPurpose
  email: string
  username: string
  fullName: string
  /** The device that became known by the link; null for none. */
  deviceId: number | null
}

/**
 * Returns the account of a link that can still be used. Refuses an unknown, used or expired one, and one whose maker is no
 * longer an administrator or is a key that has ended, in the same way.
 */
export async function linkedAccount(rows: Rows, token: string): Promise<Linked> {
  const linked = await rows.maybe<Linked>(sql`
    select l.id, l.purpose, l.device_id as "deviceId", u.id as "userId", u.email, u.username, u.first_name || ' ' || u.last_name as "fullName"
    from account_links l join users u on u.id = l.user_id left join users m on m.id = l.made_by
    where l.token_hash = ${tokenHash(token)} and l.used_at is null and l.expires_at > now() and u.status <> 'DISABLED'
      and (l.made_by is null or (m.role = 'admin' and m.status = 'ACTIVE'))
      and (l.made_by_key is null or exists (select from usable_keys k where k.id = l.made_by_key))`)
  return linked ?? refuse('refused', 'users.link-unusable')
}

/**
 * Sets the password of the account of a link, which can then not be used again, and ends all sessions of the account.
 * Returns the account to sign in with.
 */
export async function redeemLink(
  runner: Runner,
  token: string,
  password: string,
): Promise<Pick<Linked, 'userId' | 'email'>> {
  // the link is read before the costly hashing, which nobody without a link can cause
  const { email, username, fullName } = await linkedAccount(runner.db, token)
  const company = await readCompany(runner.db)
  stopOn(whyWeakPassword(password, [email, username, fullName, company.name]))
  const passwordHash = await hashPassword(password)
  const { userId } = await linkedAccount(runner.db, token)
  const person = { userId, name: username, role: null, section: null }
  await runner.work(person, 'users.set-password', async (work) => {
    // of two uses at the same moment the second one finds no open link
    const { purpose } = await linkedAccount(work.tx, token)
    await closeLinks(work.tx, userId)
    await work.tx.run(sql`update users set password_hash = ${passwordHash} where id = ${userId}`)
    await endSessions(work.tx, userId)
    await forgetWrongPasswords(work.tx, email)
    work.record({ entity: 'users', id: userId, changes: { link: [purpose, 'USED'] } })
  })
  return { userId, email }
}

/** Deletes the wrong passwords for an account whose person has proved who they are, so that these do not lock them out. Wrong codes still count. */
const forgetWrongPasswords = (tx: Rows, email: string): Promise<number> =>
  tx.run(sql`delete from sign_in_attempts where email = ${email} and proof = 'PASSWORD'`)

/**
 * Uses a link for a new password without setting one: the person keeps theirs and wants to sign in on a device that wrong passwords of others
 * shut out. `token` of the browser is that of its cookie. Returns the account, and the token of the device that becomes known to it. The
 * password and the code are still asked. Until the person has signed in there the link can be used again, because the answer may be lost. A
 * repetition renews the same device, so that it gives no new tries.
 */
export async function useLinkForDevice(
  runner: Runner,
  token: string,
  browser: string | null,
): Promise<Pick<Linked, 'email'> & { readonly device: string }> {
  const { userId, email, username } = await linkedAccount(runner.db, token)
  const person = { userId, name: username, role: null, section: null }
  const device = await runner.work(person, 'users.know-device', async ({ tx, record }) => {
    const { id, purpose, deviceId } = await linkedAccount(tx, token)
    if (purpose !== 'RESET') refuse('refused', 'users.link-unusable')
    if (deviceId !== null) return renewDevice(tx, deviceId, browser)
    const known = await rememberDevice(tx, browser, userId, { byLink: true })
    await tx.run(sql`update account_links set device_id = ${known.id} where id = ${id}`)
    await forgetWrongPasswords(tx, email)
    record({ entity: 'users', id: userId, changes: { link: [purpose, 'DEVICE'] } })
    return known.token
  })
  return { email, device }
}
