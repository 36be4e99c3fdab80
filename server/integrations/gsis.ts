/** The company registry of the Greek tax office behind the product's port. */
import { fetchText } from './fetch-text.ts'
import { CODE_PREFIX, questionFor, readAnswer } from './gsis-wire.ts'
import type { Registry, RegistryAnswer } from './registry.ts'
import { NO_PAUSE, type ServicePause, wantsPause } from './service-pause.ts'
import type { Turn } from './service-turns.ts'

export type GsisAccess = {
  readonly url: string
  /** The special codes made at the tax office for this, not the password of the company there. */
  readonly username: string
  readonly password: string
  /** The VAT number asked on behalf of, when it is not the one of the codes. */
  readonly calledBy?: string | undefined
  /** Waits for a turn among all processes; false when that would take too long. Every time is a turn unless given. */
  readonly turn?: Turn
  /** Keeps a registry that refused us from being asked again; no pause is made when left out. */
  readonly pause?: ServicePause
  /** When one question is given up; 15 seconds unless told otherwise. */
  readonly patience?: () => AbortSignal
}

const TIMEOUT_MILLISECONDS = 15_000
/** How slowly the registry is asked, by all processes together. */
export const PACE = { gapMilliseconds: 500, patienceMilliseconds: 10_000 } as const

/** The answer while the registry must not be asked. */
const answerInPause = (reason: string): RegistryAnswer =>
  reason.startsWith(CODE_PREFIX) ? { kind: 'refused', code: reason } : { kind: 'unavailable', reason }

/** Opens the way to the registry. Asked once for each call: wrong questions count against the account, so none is repeated. */
export function openGsis(access: GsisAccess): Registry {
  const { url, turn, pause = NO_PAUSE, patience = () => AbortSignal.timeout(TIMEOUT_MILLISECONDS) } = access
  return {
    async find(vat) {
      const paused = await pause.reason()
      if (paused !== null) return answerInPause(paused)
      if (turn && !(await turn())) return { kind: 'unavailable', reason: 'busy' }
      const reply = await fetchText(url, {
        method: 'POST',
        headers: { 'content-type': 'application/soap+xml; charset=utf-8', accept: 'application/soap+xml' },
        body: questionFor(vat, access),
        signal: patience(),
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
