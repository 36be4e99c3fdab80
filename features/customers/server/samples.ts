/** Provides a valid input for each command and query of customers, for tests that call all of them. */
import { sql } from '#server/db/database.ts'
import {
  fixed,
  type HistorySample,
  idOf,
  list,
  PERIOD,
  type Samples,
  type TableSamples,
} from '#server/testing/sample-parts.ts'
import { CUSTOMER_WORDS } from '../domain/history-words.ts'

export const samples: Samples = (company) => {
  const { customer } = company.stock
  const customerFields = {
    name: 'Εστιατόριο Ο Πλάτανος',
    vat: '094014201',
    lat: 37.9766,
    lon: 23.7264,
    startDate: '2020-02-29',
    discount: 500,
    vatType: 2400,
    email: 'a@b.gr',
    tags: ['vip'],
    salespersonId: null,
    customFields: [{ name: 'Ωράριο', value: '9-5' }],
    extraAddresses: [{ address: 'Αιόλου 3' }],
  }
  return {
    'customers.create-customer': fixed(customerFields),
    'customers.change-customer': async () => {
      const { id } = (await company.run('customers.create-customer', { name: 'Πελάτης που αλλάζει' })) as { id: number }
      return { id, version: 1, changes: { ...customerFields } }
    },
    'customers.look-up-vat': fixed({ vatNumber: 'EL 701122337' }),
    'customers.find-places': fixed({ text: 'Ερμού 15, Αθήνα' }),
    'customers.place-at': fixed({ lat: 37.97588, lon: 23.73312 }),
    'customers.account': fixed({ id: customer }),
    'customers.history': fixed({ id: customer }),
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
    'customers.options': fixed({ search: 'ξεν' }),
    'customers.same-vat': fixed({ vat: '094014201' }),
    'customers.detail': fixed({ id: customer }),
  }
}

export const tableSamples: TableSamples = ({ db, stock }) => ({
  customers: {
    may: { GET: '+++++---', POST: '+++++---', PATCH: '+++++---', DELETE: '+++++---' },
    record: fixed({
      name: 'Εστιατόριο',
      label: 'Α.Ε.',
      startdate: '2020-02-29',
      discount: 5,
      vatType: 24,
      vat: '094014201',
      phone: '210',
      tags: ['vip'],
      salespersons: null,
      customfields: [{ name: 'a', value: 'b' }],
      extra_address: [{ address: 'Ερμού 1', postcode: '10563', city: 'Αθήνα' }],
    }),
    // Only a customer without references may be deleted.
    row: async (method) =>
      method === 'DELETE'
        ? idOf(db, sql`insert into customers (name) values ('Νέος πελάτης') returning id`)
        : stock.other,
    change: { name: 'Νέος Πελάτης' },
  },
})

export const historySample: HistorySample = {
  words: { customers: CUSTOMER_WORDS },
  free: {
    customers: [
      'name',
      'label',
      'taxOffice',
      'address',
      'city',
      'postcode',
      'country',
      'phone',
      'phone2',
      'startDate',
      'representor',
      'category',
      'vat',
      'social',
      'profession',
      'email',
      'salesperson',
    ],
  },
  silent: ['customers.find-places', 'customers.look-up-vat', 'customers.place-at'],
}
