/** Connects the registry interface to the company registry of the Greek tax office. */
import { fetchText } from '../fetch-text.ts'
import { CODE_PREFIX, questionFor, readAnswer } from './gsis-wire.ts'
import type { Registry, RegistryAnswer } from './registry.ts'
import { NO_PAUSE, type ServicePause, wantsPause } from '../service-pause.ts'
import type { Turn } from '../service-turns.ts'

export type GsisAccess = {
  readonly url: string
  /** The special codes created at the tax office for this service; not the password of the company there. */
  readonly username: string
  readonly password: string
  /** The VAT number on whose behalf the question is asked, if it differs from the one of the codes. */
  readonly calledBy?: string | undefined
  /** Waits for a turn among all processes; false if that would take too long. Without it there is no wait. */
  readonly turn?: Turn
  /** Prevents questions to a registry that refused the account. Without it there is no pause. */
  readonly pause?: ServicePause
  /** Returns the signal that stops one question; 15 seconds by default. */
  readonly timeLimit?: () => AbortSignal
}

const TIMEOUT_MILLISECONDS = 15_000
/** The pace of questions to the registry, for all processes together. */
export const PACE = { gapMilliseconds: 500, longestWaitMilliseconds: 10_000 } as const

/** Returns the answer during a pause. */
const answerInPause = (reason: string): RegistryAnswer =>
  reason.startsWith(CODE_PREFIX) ? { kind: 'refused', code: reason } : { kind: 'unavailable', reason }

/** Returns the registry. Each call asks only once, because wrong questions count against the account. */
export function openGsis(access: GsisAccess): Registry {
  const { url, turn, pause = NO_PAUSE, timeLimit = () => AbortSignal.timeout(TIMEOUT_MILLISECONDS) } = access
  return {
    async find(vat) {
      const paused = await pause.reason()
      if (paused !== null) return answerInPause(paused)
      if (turn && !(await turn())) return { kind: 'unavailable', reason: 'busy' }
      const reply = await fetchText(url, {
        method: 'POST',
        headers: { 'content-type': 'application/soap+xml; charset=utf-8', accept: 'application/soap+xml' },
        body: questionFor(vat, access),
        signal: timeLimit(),
      })
      if ('failure' in reply) return { kind: 'unavailable', reason: reply.failure }
      const answer = readAnswer(reply.status, reply.text, vat)
      if (wantsPause(reply)) await pause.begin(`http-${reply.status}`, reply.retryAfter)
      else if (answer.kind === 'refused') await pause.begin(answer.code)
      else if (answer.kind !== 'unavailable') await pause.answered()
      return answer
    },
  }
}
