/**
 * Opens the directions service that the environment names. Without one, the product orders the stops itself and
 * estimates the figures.
 */
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Opened } from '../ports.ts'
import { servicePause } from '../service-pause.ts'
import type { Directions } from './directions.ts'
import { openGoogleRoutes } from './google-routes.ts'
import { openOsrm } from './osrm.ts'

export function openDirections(config: Config, db: Database): Opened<Directions> | null {
  const pauseOf = (...account: string[]) =>
    servicePause(db, 'directions-pause', account, (reason) =>
      console.error(`The directions service demands fewer requests (${reason}).`),
    )
  const userAgent = config.PUBLIC_URL ? `Kerino (+${config.PUBLIC_URL})` : 'Kerino'
  const { DIRECTIONS_URL: osrm, GOOGLE_ROUTES_URL: google, GOOGLE_ROUTES_KEY: key } = config
  if (osrm) {
    const pause = pauseOf(osrm)
    return { port: openOsrm({ url: osrm, userAgent, pause }), url: osrm, pause }
  }
  if (!key) return null
  const pause = pauseOf(google, key)
  return { port: openGoogleRoutes({ key, url: google, pause }), url: google, pause }
}
