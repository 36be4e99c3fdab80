/** Opens the geocoding service that the environment names. */
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { openNominatim, PACE } from './nominatim.ts'
import type { Places } from './places.ts'
import type { Opened } from '../ports.ts'
import { servicePause } from '../service-pause.ts'
import { turnsAt } from '../service-turns.ts'

/** Returns the name by which the product asks a geocoding service. */
export const userAgentOf = ({ PUBLIC_URL }: Config): string => (PUBLIC_URL ? `Kerino (+${PUBLIC_URL})` : 'Kerino')

/** Returns null if the environment names no service. */
export function openPlaces(config: Config, db: Database): Opened<Places> | null {
  const { GEOCODER_URL: url } = config
  if (!url) return null
  const userAgent = userAgentOf(config)
  const pause = servicePause(db, 'geocoder-pause', [url], (reason) =>
    console.error(`The map service of GEOCODER_URL demands fewer requests (${reason}).`),
  )
  return { port: openNominatim({ url, userAgent, pause, turn: turnsAt(db, 'geocoder', PACE) }), url, pause }
}
