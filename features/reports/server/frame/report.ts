/** Defines the query of a report, and puts the sums of the database together to its rows. */
import { cents, type Cents, sumCents, ZERO_CENTS } from '#kernel/money.ts'
import { stopOn } from '#kernel/refusal.ts'
import { type Query, query, type View } from '#server/command.ts'
import {
  type FigureOf,
  type Report,
  type ReportAnswer,
  type ReportInput,
  type ReportRow,
  whyNotReport,
} from '../../domain/frame.ts'
import { cutTables } from '../../domain/cut-tables.ts'

/** A group of counted documents with the sums of their amounts. `only` is the id of the document, if there is one. */
export type Sums = {
  readonly documents: number
  readonly only: number | null
  readonly net: Cents
  readonly vat: Cents
  readonly total: Cents
}

export const NO_SUMS: Sums = { documents: 0, only: null, net: ZERO_CENTS, vat: ZERO_CENTS, total: ZERO_CENTS }

/** Adds groups. */
export function addSums(groups: readonly Sums[]): Sums {
  const documents = groups.reduce((count, group) => count + group.documents, 0)
  return {
    documents,
    only: documents === 1 ? (groups.find((group) => group.documents === 1)?.only ?? null) : null,
    net: sumCents(groups.map(({ net }) => net)),
    vat: sumCents(groups.map(({ vat }) => vat)),
    total: sumCents(groups.map(({ total }) => total)),
  }
}

/** Returns the groups by what `keyOf` returns, each with its sums. Keys are in order. */
export function sumsBy<Group extends Sums>(
  groups: readonly Group[],
  keyOf: (group: Group) => string,
): [string, Sums, Group][] {
  const found = new Map<string, Group[]>()
  for (const group of groups) {
    const key = keyOf(group)
    found.set(key, [...(found.get(key) ?? []), group])
  }
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, members]) => [key, addSums(members), members[0] as Group])
}

/** Returns a row of a table. */
export const rowOf = (
  key: string,
  { documents, only }: Pick<Sums, 'documents' | 'only'>,
  of: FigureOf,
  values: ReportRow['values'],
): ReportRow => ({ key, values, documents, only, of })

/** Returns the query of a report. */
export const reportQuery = (
  report: Report,
  read: (view: View, input: ReportInput) => Promise<ReportAnswer>,
): Query<Report['query']> =>
  query(report.query, async (view, input) => {
    stopOn(whyNotReport(input))
    return cutTables(report, await read(view, input))
  })

/** Returns an amount of a row. */
export const centsIn = (row: ReportRow, key: string): Cents => cents(Number(row.values[key] ?? 0))
