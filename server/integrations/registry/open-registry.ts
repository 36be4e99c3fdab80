/** Opens the company registry that the environment names. */
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { openGsis, PACE } from './gsis.ts'
import type { Opened } from '../ports.ts'
import type { Registry } from './registry.ts'
import { servicePause } from '../service-pause.ts'
import { turnsAt } from '../service-turns.ts'

/** Returns null if the environment names no account of the registry. */
export function openRegistry(config: Config, db: Database): Opened<Registry> | null {
  const { REGISTRY_URL: url, REGISTRY_USERNAME: username, REGISTRY_PASSWORD: password } = config
  if (!username || !password) return null
  const calledBy = config.REGISTRY_CALLED_BY
  const pause = servicePause(db, 'registry-pause', [url, username, password, calledBy ?? ''], (reason) =>
    console.error(`The company registry refuses to answer (${reason}); check REGISTRY_USERNAME and REGISTRY_PASSWORD.`),
  )
  const turn = turnsAt(db, 'registry', PACE)
  return { port: openGsis({ url, username, password, calledBy, pause, turn }), url, pause }
}
