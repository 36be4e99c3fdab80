/** Says in which unit the export of everything writes a column, and under which name. */

export type Written = {
  /** The name of the column in the CSV: without the ending that names a unit of storage. */
  readonly name: string
  readonly unit: string
  /** By what the stored number is multiplied, as a decimal; null if it is written as it is stored. */
  readonly factor: '0.01' | '0.0001' | '0.00000001' | null
}

const MOMENTS: readonly string[] = ['timestamp with time zone', 'timestamp without time zone']

/** Returns how a column is written. `type` is the type of the database. */
export function writtenAs(stored: string, type: string): Written {
  const plain = (unit: string): Written => ({ name: stored, unit, factor: null })
  if (stored === 'cents') return { name: 'amount', unit: 'EUR', factor: '0.01' }
  if (stored.endsWith('_cents')) return { name: stored.slice(0, -'_cents'.length), unit: 'EUR', factor: '0.01' }
  if (stored.endsWith('_bp')) return { name: `${stored.slice(0, -'_bp'.length)}_percent`, unit: '%', factor: '0.01' }
  if (stored.endsWith('_e4'))
    return { name: stored.slice(0, -'_e4'.length), unit: unitOfTenThousandths(stored), factor: '0.0001' }
  if (stored.endsWith('_e8')) return { name: stored.slice(0, -'_e8'.length), unit: 'EUR', factor: '0.00000001' }
  if (type === 'date') return plain('day')
  if (MOMENTS.includes(type)) return plain('time in Athens')
  if (type === 'jsonb') return plain('JSON')
  if (type === 'bytea') return plain('name of a file in this zip')
  if (stored.endsWith('_m')) return plain('metres')
  if (stored.endsWith('_s')) return plain('seconds')
  return plain('')
}

const unitOfTenThousandths = (stored: string): string =>
  stored.includes('price') ? 'EUR' : stored.includes('minutes') ? 'minutes' : 'units of the product'
