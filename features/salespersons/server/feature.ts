/** Declares what the feature salespersons adds to the server. */
import { many } from '#server/data-api/table.ts'
import { sql } from '#server/db/database.ts'
import { feature } from '#server/feature.ts'
import { recordParts } from '#server/records/record.ts'
import { salespersons as record } from '../domain/contract.ts'
import { salespersonsRights } from '../domain/rights.ts'
import { owns } from './tables.ts'

export const salespersons = feature({
  name: 'salespersons',
  owns,
  rights: salespersonsRights,
  ...recordParts(record, {
    note: 'Who looks after customers. related=customers,payments adds their customers, and what was paid to them.',
    notes: { discounts: 'firstDiscount and normalDiscount, in percent.' },
    related: { customers: many('customers', 'salespersons'), payments: many('payments', 'salesperson_id') },
    // sales that were counted for an unknown number of an earlier system forbid a foreign key
    kept: sql`exists (select from postings where salesperson_id = r.id and line = 0)`,
  }),
})
