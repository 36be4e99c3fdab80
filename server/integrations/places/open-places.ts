/** Opens the geocoding service that the environment names; in demo mode a simulator. */
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { openNominatim, PACE } from './nominatim.ts'
import type { Places } from './places.ts'
import type { Opened } from '../ports.ts'
import { servicePause } from '../service-pause.ts'
import { turnsAt } from '../service-turns.ts'
import { startNominatimSimulator } from '#simulators/nominatim-simulator.ts'

export async function openPlaces(config: Config, db: Database, demo: boolean): Promise<Opened<Places> | null> {
  const userAgent = config.PUBLIC_URL ? `Kerino (+${config.PUBLIC_URL})` : 'Kerino'
  const { GEOCODER_URL: url } = config
  if (url) {
    const pause = servicePause(db, 'geocoder-pause', [url], (reason) =>
      console.error(`The map service of GEOCODER_URL demands fewer requests (${reason}).`),
    )
    return { port: openNominatim({ url, userAgent, pause, turn: turnsAt(db, 'geocoder', PACE) }), url, pause }
  }
  if (!demo) return null
  const simulator = await startNominatimSimulator()
  const { url: demoUrl } = simulator
  return { port: openNominatim({ url: demoUrl, userAgent }), url: demoUrl, close: () => simulator.close() }
}
