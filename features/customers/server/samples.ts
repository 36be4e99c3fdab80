/** Provides a valid input for each command and query of customers, for tests that call all of them. */
import { PARTY_FREE_FIELDS } from '#features/parties/domain/history-words.ts'
import { partySamples, partyTableSample, silentLookups } from '#server/samples/party-samples.ts'
import { sql } from '#server/db/database.ts'
import {
  fixed,
  type HistorySample,
  idOf,
  list,
  PERIOD,
  type Samples,
  type TableSamples,
} from '#server/samples/sample-parts.ts'
import { CUSTOMER_WORDS } from '../domain/history-words.ts'

export const samples: Samples = ({ run, stock: { customer } }) => ({
  ...partySamples({ kind: 'customers', one: 'customer', run, id: customer }),
  'customers.union-vat': fixed({ id: customer }),
  'customers.verify-union-vat': async () => {
    const german = { name: 'Kerzen GmbH', vat: 'DE136695976', country: 'DE' }
    const { id } = (await run('customers.create-customer', german)) as { id: number }
    return { id }
  },
  'customers.account': fixed({ id: customer }),
  'customers.standing': fixed({ id: customer }),
  'customers.open-orders': fixed({ id: customer }),
  'customers.statement': fixed({ id: customer, ...PERIOD }),
  'customers.statement.pdf': fixed({ id: customer, ...PERIOD }),
  'customers.statement-draft': fixed({ id: customer, ...PERIOD }),
  'customers.mail-statement': fixed({
    id: customer,
    ...PERIOD,
    to: 'pelatis@kerino.test',
    subject: 'Καρτέλα',
    body: 'Συνημμένη.',
  }),
  'customers.list': async () => ({
    ...(await list()),
    filters: { name: 'ξεν', vat: '0', salespersonId: 1 },
    sort: 'name',
  }),
  'customers.count': async () => ({ ...(await list()), filters: { city: 'αθ' } }),
})

export const tableSamples: TableSamples = ({ db, stock }) => ({
  // Only a customer without references may be deleted.
  customers: partyTableSample(async (method) =>
    method === 'DELETE'
      ? idOf(db, sql`insert into customers (name) values ('Νέος πελάτης') returning id`)
      : stock.other,
  ),
})

export const historySample: HistorySample = {
  words: { customers: CUSTOMER_WORDS },
  free: { customers: PARTY_FREE_FIELDS },
  silent: silentLookups('customers'),
}
