/** Declares what the feature payments adds to the server. */
import { feature } from '#server/feature.ts'
import { paymentsRights } from '../domain/rights.ts'
import { banksTable } from './banks.ts'
import { chequesIn, chequesOut } from './calendar.ts'
import { cashCarriedQuery, cashOfDriversQuery } from './cash.ts'
import { collectPaymentCommand } from './collect-payment.ts'
import { handOverCashCommand } from './hand-over-cash.ts'
import { customerAccountQuery } from './queries.ts'
import { paymentRecorded } from './events.ts'
import { searchedPayments } from './find-payments.ts'
import { receiveCashCommand } from './receive-cash.ts'
import { recordPaymentCommand } from './record-payment.ts'
import { paymentsTable } from './tables.ts'

export const payments = feature({
  name: 'payments',
  rights: paymentsRights,
  entities: [
    { name: 'banks', read: paymentsRights.read },
    { name: 'payments', read: paymentsRights.read },
    { name: 'cash-handovers', read: paymentsRights.read },
  ],
  searched: [searchedPayments],
  events: [paymentRecorded],
  commands: [recordPaymentCommand, collectPaymentCommand, handOverCashCommand, receiveCashCommand],
  queries: [customerAccountQuery, cashCarriedQuery, cashOfDriversQuery],
  references: [{ to: 'customers', name: 'payments', table: 'payments', column: 'customer_id', kindOfRows: 'payments' }],
  tables: [paymentsTable, banksTable],
  calendar: [chequesIn, chequesOut],
})
