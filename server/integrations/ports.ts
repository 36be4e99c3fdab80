/** The outside services of the product. A service is null if it is not configured. */
import type { Accounting } from './accounting/accounting.ts'
import type { Directions } from './routes/directions.ts'
import type { Mailer } from './mail/mail.ts'
import type { Places } from './places/places.ts'
import type { Registry } from './registry/registry.ts'

export type Outside = {
  readonly accounting: Accounting | null
  /** The company registry, by VAT number. */
  readonly registry: Registry | null
  /** Finds places on the map for addresses, and addresses for places. */
  readonly places: Places | null
  /** Finds the route of a shipment on real roads. */
  readonly directions: Directions | null
  readonly mail: Mailer | null
  close(): Promise<void>
}

/** One opened service, and the function that closes what was started for it. */
export type Opened<Port> = { readonly port: Port; readonly close?: () => Promise<void> }

export const NOTHING_OUTSIDE: Outside = {
  accounting: null,
  registry: null,
  places: null,
  directions: null,
  mail: null,
  close: async () => {},
}
