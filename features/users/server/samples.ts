/** Provides a valid input for each command and query of users, for tests that call all of them. */
import { randomUUID } from 'node:crypto'
import { type Database, sql } from '#server/db/database.ts'
import { PASSWORD } from '#server/samples/sample-company.ts'
import { fixed, type HistorySample, idOf, list, type Samples } from '#server/samples/sample-parts.ts'
import { ACCOUNT_ROLES, ACCOUNT_STATUSES, LINK_PURPOSES } from '#accounts/domain/accounts.ts'
import { ACCOUNT_WORDS } from '../domain/history-words.ts'

const rightsSamples = (db: Database): ReturnType<Samples> => ({
  'rights.change-right': async () => {
    // the right is given and the command takes it back, so that the people of the tests keep their rights
    const { version } = await db.one<{ version: number }>(sql`
      update role_rights set changes = '{"stock.read": true}' where role = 'driver' returning version`)
    return { role: 'driver', right: 'stock.read', held: false, version }
  },
  'rights.matrix': fixed(),
  'rights.use': fixed({ role: 'user', right: 'orders.write' }),
  'rights.seen-people': fixed(),
  'rights.history': fixed({ id: 1 }),
})

/** Adds a session of an account, and returns its id. */
const sessionOf = (db: Database, userId: number): Promise<number> =>
  idOf(
    db,
    sql`insert into sessions (user_id, token_hash, expires_at)
      values (${userId}, ${randomUUID()}, now() + interval '1 hour') returning id`,
  )

/** The inputs for the own account of the person who calls. */
const ownSamples: Samples = ({ db, userIds }) => ({
  'users.own-profile': fixed(),
  'users.change-own-name': async () => ({ username: `Νέο όνομα ${randomUUID()}` }),
  'users.choose-own-landing': async () => {
    // the sample changes it each time
    await db.run(sql`update users set landing = null`)
    return { landing: '/dashboard' }
  },
  'users.save-own-addresses': async () => {
    // the input says that no address was shown
    await db.run(sql`update users set extra_addresses = '[]'`)
    const address = { address: 'Ερμού 1', postcode: '10563', city: 'Αθήνα' }
    return { shown: [], addresses: [{ ...address, phone: '2101234567', building: 'Β', floor: '2' }] }
  },
  'users.own-sessions': fixed(),
  'users.end-own-session': async () => ({ id: await sessionOf(db, userIds.admin) }),
  'users.end-other-sessions': async () => {
    await sessionOf(db, userIds.admin)
    return {}
  },
})

export const samples: Samples = (company) => {
  const { db, userIds } = company
  let accounts = 0
  /** Adds an account in the given status, without a password that signs in, and returns its id. */
  const account = (status: string, role: string | null): Promise<number> =>
    idOf(
      db,
      sql`insert into users (email, username, role, status, password_hash)
        values (${`sample-${randomUUID()}@kerino.test`}, 'Δείγμα', ${role}, ${status}, '-') returning id`,
    )
  return {
    'users.create-user': async () => ({
      email: `new${accounts++}@kerino.test`,
      username: `Νέος ${randomUUID()}`,
      firstName: 'Α',
      lastName: 'Β',
      password: PASSWORD,
      role: 'user',
      landing: '/orders',
    }),
    'users.invite': async () => ({
      email: `invited-${randomUUID()}@kerino.test`,
      username: `Νέα ${randomUUID()}`,
      firstName: 'Νεφέλη',
      lastName: 'Β',
      role: 'user',
      landing: '/orders',
    }),
    'users.new-password-link': async () => ({ id: await account('ACTIVE', 'user') }),
    'users.mail-link': async () => ({ id: await account('ACTIVE', 'user'), language: 'gr' }),
    ...rightsSamples(db),
    'users.list': list,
    'users.count': list,
    'users.account': fixed({ id: userIds.user }),
    'users.history': fixed({ id: userIds.user }),
    'users.approve-account': async () => ({ id: await account('WAITING', null), version: 1, role: 'user' }),
    'users.change-account': async () => ({
      id: await account('ACTIVE', 'user'),
      version: 1,
      changes: {
        username: `Μαρία ${randomUUID()}`,
        firstName: 'Μαρία',
        lastName: 'Παππά',
        role: 'production',
        landing: '/orders',
      },
    }),
    ...ownSamples(company),
    'users.deactivate-account': async () => ({ id: await account('ACTIVE', 'user'), version: 1 }),
    'users.activate-account': async () => ({ id: await account('DISABLED', 'user'), version: 1 }),
    'users.reset-second-factor': async () => {
      const id = await account('ACTIVE', 'user')
      await db.run(sql`update users set factor_since = now() where id = ${id}`)
      return { id }
    },
    'settings.sign-in': fixed(),
    'settings.save-sign-in': fixed({
      values: { administratorsNeedFactor: false, registrationOpen: true },
      shown: { administratorsNeedFactor: false, registrationOpen: true },
    }),
    'users.sign-out-everywhere': async () => {
      const id = await account('ACTIVE', 'user')
      await sessionOf(db, id)
      return { id }
    },
  }
}

export const historySample: HistorySample = {
  words: { users: ACCOUNT_WORDS },
  lists: {
    users: {
      role: ACCOUNT_ROLES,
      status: ACCOUNT_STATUSES,
      link: [...LINK_PURPOSES, 'USED'],
      linkMail: ['WAITING', 'SENT', 'FAILED', 'UNSURE'],
      password: ['CHANGED'],
      pin: ['SET', 'REMOVED'],
      secondFactor: ['ON', 'OFF', 'RESET', 'RECOVERED', 'NEW-CODES'],
    },
  },
  byJobs: [
    'users.set-password',
    'users.mail-link',
    'users.change-password',
    'users.set-pin',
    'users.see-as',
    'users.use-recovery-code',
    'users.switch-on-second-factor',
    'users.switch-off-second-factor',
    'users.make-recovery-codes',
  ],
  free: { users: ['email', 'username', 'firstName', 'lastName', 'landing'] },
}
