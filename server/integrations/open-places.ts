/** Opens the geocoding service of the environment; in demo mode a simulator. */
import type { Config } from '#server/config.ts'
import type { Rows } from '#server/db/database.ts'
import { openNominatim, PACE } from './nominatim.ts'
import type { Places } from './places.ts'
import type { Opened } from './ports.ts'
import { turnsAt } from './service-turns.ts'
import { startNominatimSimulator } from './simulators/nominatim-simulator.ts'

export async function openPlaces(config: Config, db: Rows, demo: boolean): Promise<Opened<Places> | null> {
  const userAgent = config.PUBLIC_URL ? `Kerino (+${config.PUBLIC_URL})` : 'Kerino'
  if (config.GEOCODER_URL)
    return { port: openNominatim({ url: config.GEOCODER_URL, userAgent, turn: turnsAt(db, 'geocoder', PACE) }) }
  if (!demo) return null
  const simulator = await startNominatimSimulator()
  return { port: openNominatim({ url: simulator.url, userAgent }), close: () => simulator.close() }
}
