/** The data API of customers. */
import { partyTable } from '#features/parties/server/party-table.ts'
import { many } from '#server/data-api/table.ts'
import { customersRights } from '../domain/rights.ts'
import { customerKind } from './customer-kind.ts'

export const owns = ['customers'] as const
export const reads = ['standing_payments'] as const

export const customersTable = partyTable(customerKind, {
  note: 'Customers. related=orders,payments adds their orders and payments.',
  rights: customersRights,
  related: { orders: many('custorders', 'customer_id'), payments: many('payments', 'entity_id') },
})
