import type { Runner } from '#server/runner.ts'
import type { Use } from '../session-use.ts'
import type { Session, Sessions } from '../sessions.ts'
import { readBegunSignIn, useBegunSignIn } from './begun-sign-ins.ts'
import { useCode, withinCodeLimits } from './prove-code.ts'

type Entered = {
  /** The token of the begun sign-in. */
  readonly token: string
  readonly code: string
  readonly device: string | null
  readonly use: Use
}

/** Finishes a sign-in with the code of the second factor, and opens the session. */
export async function signInWithCode(
  runner: Runner,
  sessions: Sessions,
  { token, code, device, use }: Entered,
): Promise<{ token: string; session: Session }> {
  const { userId, email, username, remember } = await readBegunSignIn(runner.db, token)
  const { address } = use
  const opened = await withinCodeLimits(runner.db, sessions.log, { email, address, device }, () =>
    runner.work(
      { userId, name: username, role: null, section: null },
      'users.use-recovery-code',
      async ({ tx, record }) => {
        const used = await useCode(tx, runner.sealing, { userId, typed: code, now: runner.clock() })
        if (used === null) return null
        await useBegunSignIn(tx, token)
        if (used === 'recovery') record({ entity: 'users', id: userId, changes: { secondFactor: [null, 'RECOVERED'] } })
        return sessions.openAfterCode(tx, userId, remember, use)
      },
      { mode: 'locking' },
    ),
  )
  sessions.log.signedIn({ email, address, knownDevice: device !== null }, userId)
  return opened
}
