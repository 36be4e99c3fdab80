/** Starts the simulators of the services that commands call. */
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { openNominatim } from '#server/integrations/places/nominatim.ts'
import type { Outside } from '#server/integrations/ports.ts'
import { openGsis } from '#server/integrations/registry/gsis.ts'
import { startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { startGsisSimulator } from '#simulators/gsis-simulator.ts'
import { startNominatimSimulator } from '#simulators/nominatim-simulator.ts'
import { startViesSimulator } from '#simulators/vies-simulator.ts'
import { openVies } from '#server/integrations/vies/vies.ts'

const EPSILON = { subscriptionKey: 's', email: 'e', password: 'p' }
const GSIS = { username: 'u', password: 'p' }

export type Simulators = { readonly outside: Partial<Outside>; close(): Promise<void> }

/** Starts the accounting service, the registry of companies, the comparison of VAT numbers and the search of places. */
export async function startSimulators(): Promise<Simulators> {
  const [epsilon, gsis, nominatim, vies] = await Promise.all([
    startEpsilonSimulator(EPSILON),
    startGsisSimulator(GSIS),
    startNominatimSimulator({ gapMilliseconds: 0 }),
    startViesSimulator(),
  ])
  return {
    outside: {
      accounting: openEpsilon({ ...EPSILON, loginUrl: epsilon.loginUrl, hostSuffix: '127.0.0.1' }),
      registry: openGsis({ ...GSIS, url: gsis.url }),
      vies: openVies({ url: vies.url }),
      places: openNominatim({ url: nominatim.url, userAgent: 'Kerino', pace: { gapMilliseconds: 0 } }),
    },
    close: async () => {
      await Promise.all([epsilon, gsis, nominatim, vies].map((simulator) => simulator.close()))
    },
  }
}
