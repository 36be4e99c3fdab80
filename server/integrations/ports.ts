/** The outside of the product. Each port is null when nothing is configured for it. */
import type { Accounting } from './accounting.ts'
import type { Directions } from './directions.ts'
import type { Mailer } from './mail.ts'
import type { Places } from './places.ts'
import type { Registry } from './registry.ts'

export type Outside = {
  readonly accounting: Accounting | null
  /** The registry of companies, by VAT number. */
  readonly registry: Registry | null
  /** Addresses to places on the map and back. */
  readonly places: Places | null
  /** The way of a round over real roads. */
  readonly directions: Directions | null
  readonly mail: Mailer | null
  close(): Promise<void>
}

/** One port that was opened, and how to close what was started for it. */
export type Opened<Port> = { readonly port: Port; readonly close?: () => Promise<void> }

export const NOTHING_OUTSIDE: Outside = {
  accounting: null,
  registry: null,
  places: null,
  directions: null,
  mail: null,
  close: async () => {},
}
