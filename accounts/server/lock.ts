/** Locks a session and opens it with a PIN or the password. While it is locked, the server answers it no data. */
import { Refused, refuse, stopOn } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Runner } from '#server/runner.ts'
import { type Lock, MOST_WRONG_PINS, whyWeakPin } from '../domain/lock.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import type { Session, Sessions } from './sessions.ts'
import { provePassword } from './verify-credentials.ts'

/** A signed-in person who proves who they are. */
export type Proving = { readonly session: Session; readonly address: string; readonly device: string | null }

/** Locks every open session of a sign-in, also one that replaces the given session at the same moment. */
export async function lockSession(db: Runner['db'], sessions: Sessions, { id }: Pick<Session, 'id'>): Promise<void> {
  await db.transaction('locking', async (tx) => {
    const { family } = await tx.one<{ family: number }>(
      sql`select coalesce(family_id, id) as family from sessions where id = ${id}`,
    )
    await sessions.lockFamily(tx, family)
    await tx.run(sql`
      update sessions set locked_at = now()
      where (id = ${family} or family_id = ${family}) and ended_at is null and locked_at is null`)
  })
}

const open = (rows: Rows, sessionId: number): Promise<number> =>
  rows.run(sql`update sessions set locked_at = null, wrong_pins = 0 where id = ${sessionId}`)

/** Returns whether a session is locked, and whether a PIN opens it. */
export const readLock = (rows: Rows, { id }: Pick<Session, 'id'>): Promise<Lock> =>
  rows.one<Lock>(sql`
    select s.locked_at is not null as locked, u.pin_hash is not null and s.wrong_pins < ${MOST_WRONG_PINS} as pin
    from sessions s join users u on u.id = s.user_id where s.id = ${id}`)

/** Opens a locked session with the PIN. A try counts before it is compared, so that tries at the same moment all count. */
export async function unlockWithPin(rows: Rows, { id }: Pick<Session, 'id'>, pin: string): Promise<void> {
  const tried = await rows.maybe<{ hash: string | null; wrong: number }>(sql`
    update sessions s set wrong_pins = wrong_pins + 1
    where s.id = ${id} and locked_at is not null and wrong_pins < ${MOST_WRONG_PINS}
    returning (select pin_hash from users u where u.id = s.user_id) as hash, wrong_pins as wrong`)
  if (!tried) {
    // another tab may have opened it
    if (!(await readLock(rows, { id })).locked) return
    refuse('refused', 'users.pin-closed')
  }
  if (tried.hash === null) refuse('refused', 'users.pin-closed')
  if (!(await passwordMatches(pin, tried.hash))) {
    if (tried.wrong >= MOST_WRONG_PINS) refuse('refused', 'users.pin-closed')
    refuse('refused', 'users.wrong-pin', { count: MOST_WRONG_PINS - tried.wrong, fields: { pin: 'users.wrong-pin' } })
  }
  await open(rows, id)
}

/** Opens a locked session with the password, within the limits of a sign-in. */
export async function unlockWithPassword(
  rows: Runner['db'],
  sessions: Sessions,
  proving: Proving,
  password: string,
): Promise<void> {
  await proveOwnPassword(rows, sessions, proving, password, 'password')
  await open(rows, proving.session.id)
}

/**
 * Returns the account of a signed-in person who knows its password. Wrong ones count like those of a sign-in. They are refused at
 * the field `field`, because the person is signed in already.
 */
export async function proveOwnPassword(
  db: Runner['db'],
  sessions: Sessions,
  { session, address, device }: Proving,
  password: string,
  field: string,
) {
  try {
    const { account } = await provePassword(db, sessions.log, { email: session.user.email, password, address, device })
    return account
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'wrong-credentials') refuseWrongPassword(field)
    throw error
  }
}

export const refuseWrongPassword = (field: string): never =>
  refuse('refused', 'users.wrong-password', { fields: { [field]: 'users.wrong-password' } })

/**
 * Sets the PIN of the own account, or removes it. It needs the password, so that a person who finds
 * a device left open cannot set one.
 */
export async function setPin(
  runner: Runner,
  sessions: Sessions,
  proving: Proving,
  { password, pin }: { readonly password: string; readonly pin: string | null },
): Promise<void> {
  if (pin !== null) stopOn(whyWeakPin(pin))
  const { id } = await proveOwnPassword(runner.db, sessions, proving, password, 'password')
  const hash = pin === null ? null : await hashPassword(pin)
  await runner.work(proving.session.actor, 'users.set-pin', async ({ tx, record }) => {
    await tx.run(sql`update users set pin_hash = ${hash} where id = ${id}`)
    record({ entity: 'users', id, changes: { pin: [null, pin === null ? 'REMOVED' : 'SET'] } })
  })
}
