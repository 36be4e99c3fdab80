/** The data API of providers. */
import { partyTable } from '#features/parties/server/party-table.ts'
import { many } from '#server/data-api/table.ts'
import { sql } from '#server/db/database.ts'
import { providersRights } from '../domain/rights.ts'
import { providerKind } from './provider-kind.ts'

export const owns = ['providers'] as const
export const reads = ['standing_payments'] as const

export const providersTable = partyTable(providerKind, {
  note: 'Providers. related=orders,payments adds their inbound invoices, without requests, and their payments.',
  rights: providersRights,
  related: {
    orders: many('invoices', 'providerid', sql`i.type = 'INBOUND'`),
    payments: many('payments', 'entity_id'),
  },
})
