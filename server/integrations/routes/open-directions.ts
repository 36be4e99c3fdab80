/**
 * Opens the directions service that the environment names. Without one, the product orders the stops itself and
 * estimates the figures.
 */
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { servicePause } from '../service-pause.ts'
import type { Directions } from './directions.ts'
import { openGoogleRoutes } from './google-routes.ts'
import { openOsrm } from './osrm.ts'

export function openDirections(config: Config, db: Database): Directions | null {
  const pauseOf = (...account: string[]) =>
    servicePause(db, 'directions-pause', account, (reason) =>
      console.error(`The directions service demands fewer requests (${reason}).`),
    )
  const userAgent = config.PUBLIC_URL ? `Kerino (+${config.PUBLIC_URL})` : 'Kerino'
  if (config.DIRECTIONS_URL)
    return openOsrm({ url: config.DIRECTIONS_URL, userAgent, pause: pauseOf(config.DIRECTIONS_URL) })
  if (config.GOOGLE_ROUTES_KEY)
    return openGoogleRoutes({
      key: config.GOOGLE_ROUTES_KEY,
      url: config.GOOGLE_ROUTES_URL,
      pause: pauseOf(config.GOOGLE_ROUTES_URL, config.GOOGLE_ROUTES_KEY),
    })
  return null
}
