/** Opens VIES, unless the environment switches it off. In demo mode a simulator answers. */
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Opened } from '../ports.ts'
import { servicePause } from '../service-pause.ts'
import { startViesSimulator } from '#simulators/vies-simulator.ts'
import { openVies, type Vies } from './vies.ts'

export async function openUnionNumbers(config: Config, db: Database, demo: boolean): Promise<Opened<Vies> | null> {
  const { VIES_URL: url } = config
  if (url === 'off') return null
  if (demo) {
    const simulator = await startViesSimulator()
    return { port: openVies({ url: simulator.url }), url: simulator.url, close: () => simulator.close() }
  }
  const pause = servicePause(db, 'vies-pause', [url], (reason) =>
    console.error(`VIES refuses to answer (${reason}). VAT numbers of the union are not verified for a while.`),
  )
  return { port: openVies({ url, pause }), url, pause }
}
