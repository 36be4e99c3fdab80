/**
 * Opens the directions service that the environment names. Without one, the product orders the stops itself and
 * estimates the figures.
 */
import type { Config } from '#server/config.ts'
import type { Directions } from './directions.ts'
import { openGoogleRoutes } from './google-routes.ts'
import { openOsrm } from './osrm.ts'

export function openDirections(config: Config): Directions | null {
  const userAgent = config.PUBLIC_URL ? `Kerino (+${config.PUBLIC_URL})` : 'Kerino'
  if (config.DIRECTIONS_URL) return openOsrm({ url: config.DIRECTIONS_URL, userAgent })
  if (config.GOOGLE_ROUTES_KEY)
    return openGoogleRoutes({ key: config.GOOGLE_ROUTES_KEY, url: config.GOOGLE_ROUTES_URL })
  return null
}
