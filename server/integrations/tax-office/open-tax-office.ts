/** Opens the gate to the tax office, whose accounts a company enters in its settings. */
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { servicePause } from '../service-pause.ts'
import { openMydata } from './mydata.ts'
import type { TaxOfficeGate } from './tax-office.ts'

export type OpenedGate = { readonly port: TaxOfficeGate; readonly close?: () => Promise<void> }

export const openTaxOffice = (config: Config, db: Database): OpenedGate => ({
  port: {
    demoAccount: null,
    open: ({ userId, key }, test) =>
      openMydata({
        userId,
        key,
        address: test ? config.MYDATA_TEST_URL : config.MYDATA_URL,
        pause: servicePause(db, test ? 'mydata-test-pause' : 'mydata-pause', [userId, key], (reason) =>
          console.error(`The tax office refuses the account (${reason}); check it in Settings > Tax documents.`),
        ),
      }),
  },
})
