/** Valid inputs for what every kind of party has, for the tests that call all commands, queries and tables. */
import { fixed, type HistorySample, type Sample, type TableSample } from './sample-parts.ts'

type Named = {
  /** The feature, and the word for one of its parties in names of commands. */
  readonly kind: 'customers' | 'providers'
  readonly one: string
  /** Runs a command by name. */
  readonly run: (name: string, input: object) => Promise<unknown>
  /** The id of a party that the samples read. */
  readonly id: number
}

const FIELDS = {
  name: 'Εστιατόριο Ο Πλάτανος',
  vat: '094014201',
  lat: 37.9766,
  lon: 23.7264,
  startDate: '2020-02-29',
  discount: 500,
  paymentDays: 45,
  paymentWay: 'transfer',
  taxKind: 'public',
  vatType: 2400,
  email: 'a@b.gr',
  tags: ['vip'],
  salespersonId: null,
  customFields: [{ name: 'Ωράριο', value: '9-5' }],
  extraAddresses: [{ address: 'Αιόλου 3' }],
}

/** Returns the samples of the commands, look-ups and queries of a kind. */
export const partySamples = ({ kind, one, run, id }: Named): Readonly<Record<string, Sample>> => ({
  [`${kind}.create-${one}`]: fixed(FIELDS),
  [`${kind}.change-${one}`]: async () => {
    const created = (await run(`${kind}.create-${one}`, { name: 'Όνομα που αλλάζει' })) as { id: number }
    return { id: created.id, version: 1, changes: { ...FIELDS } }
  },
  [`${kind}.look-up-vat`]: fixed({ vatNumber: 'EL 701122337' }),
  [`${kind}.find-places`]: fixed({ text: 'Ερμού 15, Αθήνα' }),
  [`${kind}.place-at`]: fixed({ lat: 37.97588, lon: 23.73312 }),
  [`${kind}.history`]: fixed({ id }),
  [`${kind}.options`]: fixed({ search: 'ξεν' }),
  [`${kind}.same-vat`]: fixed({ vat: '094014201' }),
  [`${kind}.detail`]: fixed({ id }),
})

/** Returns the sample of the table of a kind. `row` is an id on which a method may be tested. */
export const partyTableSample = (row: TableSample['row']): TableSample => ({
  may: { GET: '+++++---', POST: '+++++---', PATCH: '+++++---', DELETE: '+++++---' },
  record: fixed({
    name: 'Εστιατόριο',
    label: 'Α.Ε.',
    startdate: '2020-02-29',
    discount: 5,
    paymentDays: 45,
    paymentWay: 'iris',
    taxKind: 'home',
    vatType: 24,
    vat: '094014201',
    phone: '210',
    tags: ['vip'],
    salespersons: null,
    customfields: [{ name: 'a', value: 'b' }],
    extra_address: [{ address: 'Ερμού 1', postcode: '10563', city: 'Αθήνα' }],
  }),
  row,
  change: { name: 'Νέο Όνομα' },
})

/** The look-ups of a kind, which leave no entry in the history. */
export const silentLookups = (kind: string): NonNullable<HistorySample['silent']> => [
  `${kind}.find-places`,
  `${kind}.look-up-vat`,
  `${kind}.place-at`,
]
