/** What answers in the demo company. The product knows no simulator; who starts it passes them in. */
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Accounting } from './accounting/accounting.ts'
import type { OpenedAccounting } from './accounting/open-accounting.ts'
import type { Places } from './places/places.ts'
import type { Opened } from './ports.ts'
import type { Registry } from './registry/registry.ts'
import type { OpenedGate } from './tax-office/open-tax-office.ts'
import type { Vies } from './vies/vies.ts'

/** Starts the simulator of one service after the other, each only where the environment names no service. */
export type Simulated = {
  readonly accounting: () => Promise<OpenedAccounting>
  readonly testAccounting: () => Promise<Opened<Accounting>>
  /** Knows the documents that the simulated accounting service issues, so it comes after that one. */
  readonly taxOffice: () => Promise<OpenedGate>
  readonly registry: () => Promise<Opened<Registry>>
  readonly vies: () => Promise<Opened<Vies>>
  readonly places: () => Promise<Opened<Places>>
}

export type Simulate = (config: Config, db: Database) => Simulated
