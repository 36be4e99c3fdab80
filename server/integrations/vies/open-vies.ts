/** Opens VIES at the address of the environment. */
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Opened } from '../ports.ts'
import { servicePause } from '../service-pause.ts'
import { openVies, type Vies } from './vies.ts'

export function openUnionNumbers({ VIES_URL: url }: Config, db: Database): Opened<Vies> {
  const pause = servicePause(db, 'vies-pause', [url], (reason) =>
    console.error(`VIES refuses to answer (${reason}). VAT numbers of the union are not verified for a while.`),
  )
  return { port: openVies({ url, pause }), url, pause }
}
