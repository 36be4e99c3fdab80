/** Derives the samples of a declared record from its fields, for the tests that call all commands, queries and tables. */
import { randomUUID } from 'node:crypto'
import { type Field, type Fields, inForm, only } from '#kernel/records/fields.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import { SYSTEM } from '#server/command.ts'
import { insertRecord } from '#server/records/record.ts'
import { fixed, list, type Sample, type Samples, type TableSamples } from './sample-parts.ts'
import type { SampleCompany } from './sample-company.ts'

/** Returns a valid value of a field. No two records have the same value of a field with `unique`. */
function sampleOf({ kind, options, choices, usual }: Field): unknown {
  switch (kind) {
    case 'name':
    case 'text':
    case 'code':
      return options.unique ? `Δοκιμή ${randomUUID()}` : 'Άννα'
    case 'email':
      return 'a@b.gr'
    case 'day':
      return '2020-02-29'
    case 'moment':
      return '2020-02-29T10:00:00.000Z'
    case 'wallClock':
      return '2199-12-01 10:30:00'
    case 'choice':
      return choices[0]
    case 'flag':
    case 'since':
      return false
    case 'list':
      return []
    case 'reference':
      return null
    case 'object':
      return usual
    case 'id':
    case 'percent':
    case 'degree':
    case 'money':
    case 'price':
    case 'quantity':
    case 'count':
      return 1
  }
}

const valuesOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field)]))

/** Returns the id of a new record to which nothing refers. */
const addRecord = ({ runner }: SampleCompany, record: AnyRecord): Promise<number> =>
  runner.work(SYSTEM, 'test.hire', (work) => insertRecord(record, work, valuesOf(record.fields)))

/** The samples of a record with pages: one for each of its contracts. */
export const recordSamples =
  (record: AnyRecord): Samples =>
  (company) => {
    const { name, one, fields } = record
    const form = async () => valuesOf(inForm(fields))
    const stored: Sample = async () => ({ id: await addRecord(company, record) })
    return {
      [`${name}.options`]: fixed(),
      [`${name}.list`]: list,
      [`${name}.count`]: list,
      [`${name}.detail`]: stored,
      [`${name}.create-${one}`]: form,
      [`${name}.change-${one}`]: async () => ({ ...(await stored()), version: 1, ...(await form()) }),
    }
  }

/** The samples of a short record. */
export const shortRecordSamples = ({ name, feature, one, fields }: AnyRecord): Readonly<Record<string, Sample>> => ({
  [`${feature}.${name}`]: fixed(),
  [`${feature}.save-${one}`]: async () => ({ [one]: null, ...valuesOf(inForm(fields)) }),
})

/** Returns a record as programs send it. */
function onWire({ fields, together = {} }: AnyRecord): Record<string, unknown> {
  const values = valuesOf(only(fields, ({ options }) => options.wire !== false))
  for (const [group, names] of Object.entries(together)) {
    values[group] = Object.fromEntries(names.map((name) => [name, values[name]]))
    for (const name of names) delete values[name]
  }
  return values
}

/** The sample of the table of the data API. `may` says who may use its methods (C-49, C-86), one sign for each person of `MAY_COLUMNS`. */
export const recordTableSamples =
  (record: AnyRecord, may: string): TableSamples =>
  (company) => {
    const { name, fields } = record
    // a change of a unique value goes to the same record each time
    let kept: Promise<number> | undefined
    return {
      [name]: {
        may: { GET: may, POST: may, PATCH: may, DELETE: may },
        record: async () => onWire(record),
        row: (method) => (method === 'DELETE' ? addRecord(company, record) : (kept ??= addRecord(company, record))),
        change: valuesOf(only(fields, ({ options }) => options.required !== undefined)),
      },
    }
  }
