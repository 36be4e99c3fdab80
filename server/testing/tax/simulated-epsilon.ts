/** Opens the accounting service against its simulator, for tests of faults: a call times out when the simulator decides not to answer. */
import type { Accounting } from '#server/integrations/accounting/accounting.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#server/integrations/simulators/epsilon-simulator.ts'

const ACCESS = { subscriptionKey: 's', email: 'e@kerino.test', password: 'p' }

export async function openSimulatedEpsilon(
  now: () => Date,
): Promise<{ readonly simulator: EpsilonSimulator; readonly accounting: Accounting }> {
  const waiting = new Map<string, AbortController[]>()
  const callOf = (path: string, body: object): string =>
    `${path.split('/').at(-1)} ${'externalSystemId' in body ? String(body.externalSystemId) : ''}`
  const simulator = await startEpsilonSimulator({
    ...ACCESS,
    returnsDocument: true,
    now,
    onNoAnswer: (url, body) => {
      for (const call of waiting.get(callOf(url, JSON.parse(body) as object)) ?? []) call.abort()
    },
  })
  const accounting = openEpsilon({
    ...ACCESS,
    loginUrl: simulator.loginUrl,
    hostSuffix: 'epsilonnet.gr',
    timeLimit: (path, body) => {
      const call = new AbortController()
      waiting.set(callOf(path, body), [...(waiting.get(callOf(path, body)) ?? []), call])
      return call.signal
    },
  })
  return { simulator, accounting }
}
