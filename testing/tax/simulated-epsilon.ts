/** Opens the accounting service against its simulator, for tests of faults: a call times out when the simulator decides not to answer. */
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import { openEpsilonSmart } from '#server/integrations/accounting/epsilon-smart.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'

const ACCESS = { subscriptionKey: 'key-of-tests', email: 'e@kerino.test', password: 'password-of-tests' }

export async function openSimulatedEpsilon(
  now: () => Date,
): Promise<{ readonly simulator: EpsilonSimulator; readonly accounting: Accounting; readonly smart: Accounting }> {
  const waiting = new Map<string, AbortController[]>()
  const callOf = (path: string, body: object): string => {
    const sent = (Array.isArray(body) ? body[0] : body) as { externalSystemId?: string; RefDocCode?: string }
    return `${path.split('/').at(-1)} ${sent.externalSystemId ?? sent.RefDocCode ?? ''}`
  }
  const simulator = await startEpsilonSimulator({
    ...ACCESS,
    returnsDocument: true,
    now,
    onNoAnswer: (url, body) => {
      for (const call of waiting.get(callOf(url, JSON.parse(body) as object)) ?? []) call.abort()
    },
  })
  const access = {
    ...ACCESS,
    loginUrl: simulator.loginUrl,
    hostSuffix: 'epsilonnet.gr',
    timeLimit: (path: string, body: object) => {
      const call = new AbortController()
      waiting.set(callOf(path, body), [...(waiting.get(callOf(path, body)) ?? []), call])
      return call.signal
    },
  }
  return { simulator, accounting: openEpsilon(access), smart: openEpsilonSmart(access) }
}
