/** The outside services of a process: opened at the start, and again when the demo company with its simulators is loaded. */
import { saveSetting } from '#server/company.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { type Given, openOutside } from '#server/integrations/outside.ts'
import { NOTHING_OUTSIDE, type Outside } from '#server/integrations/ports.ts'
import type { Live } from '#app/server/live/live.ts'
import type { Log } from '#server/log.ts'
import { INSTALLATION_SETTINGS } from '#server/restoring/installation-settings.ts'

/** The topic of a change of the outside services. */
const OUTSIDE = 'outside'

export type OpenedServices = {
  readonly current: () => Outside
  readonly open: () => Promise<void>
  /** Opens them again, and notifies the other processes that there is an accounting service now. */
  readonly reopen: () => Promise<void>
  /** Receives the topics of the other processes, and opens the services that one of them has found. */
  readonly changedElsewhere: (topics: readonly string[]) => void
  readonly close: () => Promise<void>
}

export function openServices(config: Config, db: Database, live: Live, log: Log, given: Given): OpenedServices {
  let outside: Outside = NOTHING_OUTSIDE
  const open = async () => {
    await outside.close()
    outside = await openOutside(config, db, given)
    await saveSetting(db, 'accounting-state', {
      configured: outside.accounting !== null,
      test: outside.testAccounting !== null,
      simulatedTaxOffice: (outside.taxOffice?.demoAccount ?? null) !== null,
    })
    const { backups } = outside
    await saveSetting(db, INSTALLATION_SETTINGS.backupPlace, {
      stores: backups !== null,
      encrypted: (backups?.passphrase ?? null) !== null,
      nightly: backups?.nightly ?? false,
      keep: backups?.keep ?? 0,
    })
  }
  return {
    current: () => outside,
    open,
    reopen: async () => {
      await open()
      live.changed([OUTSIDE])
    },
    changedElsewhere: (topics) => {
      if (topics.includes(OUTSIDE) && outside.accounting === null)
        open().catch((error: unknown) => log.error({ error }, 'the outside services could not be opened'))
    },
    close: () => outside.close(),
  }
}
