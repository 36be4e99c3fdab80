/** The outside services of the product. A service is null if it is not configured. */
import type { Accounting } from './accounting/accounting.ts'
import type { BackupPlace } from './backups/backup-place.ts'
import type { Directions } from './routes/directions.ts'
import { type Hooks, NO_HOOKS } from './webhooks/hooks.ts'
import type { Mailer } from './mail/mail.ts'
import type { ObjectStore } from './objects/object-store.ts'
import type { Places } from './places/places.ts'
import type { EnvironmentPart } from '#kernel/settings/environment.ts'
import type { TryIt } from './environment/trial.ts'
import type { Registry } from './registry/registry.ts'
import type { TaxOfficeGate } from './tax-office/tax-office.ts'
import type { ServicePause } from './service-pause.ts'
import type { Vies } from './vies/vies.ts'

export type Outside = {
  readonly accounting: Accounting | null
  /** The test environment of the accounting service, which issues nothing for the tax office. */
  readonly testAccounting: Accounting | null
  /** Epsilon Smart of the account of the accounting service, which issues invoices itself. */
  readonly smartAccounting: Accounting | null
  /** Opens accounts at the tax office (myDATA); null where nothing is called. */
  readonly taxOffice: TaxOfficeGate | null
  /** The company registry, by VAT number. */
  readonly registry: Registry | null
  /** VIES, which knows the VAT numbers of the European Union; null if the environment switches it off. */
  readonly vies: Vies | null
  /** Finds places on the map for addresses, and addresses for places. */
  readonly places: Places | null
  /** Finds the route of a shipment on real roads. */
  readonly directions: Directions | null
  readonly mail: Mailer | null
  /** Stores photos outside the database; null if the database contains them. */
  readonly objects: ObjectStore | null
  /** Where backups are stored; null where none can be made. */
  readonly backups: BackupPlace | null
  /** What the environment sets, in the order of the settings page; `tryIt` is missing where nothing can be tried. */
  readonly environment: readonly OpenedPart[]
  /** Sends events to other programs. It needs no configuration. */
  readonly hooks: Hooks
  close(): Promise<void>
}

/** One opened service. */
export type Opened<Port> = {
  readonly port: Port
  /** The address that it calls. */
  readonly url: string
  /** Closes what was started for it: the simulator. A service that the environment names starts nothing. */
  readonly close?: () => Promise<void>
  /** The pause of its calls after a refusal. */
  readonly pause?: ServicePause
}

/** One part of the environment. */
export type OpenedPart = Omit<EnvironmentPart, 'tried'> & { readonly tryIt?: TryIt }

export const NOTHING_OUTSIDE: Outside = {
  accounting: null,
  testAccounting: null,
  smartAccounting: null,
  taxOffice: null,
  registry: null,
  vies: null,
  places: null,
  directions: null,
  mail: null,
  objects: null,
  backups: null,
  environment: [],
  hooks: NO_HOOKS,
  close: async () => {},
}
