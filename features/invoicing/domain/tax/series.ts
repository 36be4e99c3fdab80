/** Decides the series of a tax document by its type. Each series counts its documents without a gap, by year and branch. */
import { isCreditNote, isRetail, type TaxDocumentType } from '#kernel/tax/tax-document.ts'
import type { SeriesSetting } from './settings.ts'

/** The kinds of documents that have a series of their own. */
const SERIES_KINDS = ['invoice', 'receipt', 'credit-note', 'receipt-credit'] as const
type SeriesKind = (typeof SERIES_KINDS)[number]

/** The letters of a series for which the settings name none. Earlier versions numbered in the series A and ΠΙΣ. */
const USUAL_SERIES: Readonly<Record<SeriesKind, string>> = {
  invoice: 'ΤΠ',
  receipt: 'ΑΛΠ',
  'credit-note': 'ΠΤ',
  'receipt-credit': 'ΠΛΠ',
}

function seriesKindOf(type: TaxDocumentType): SeriesKind {
  const credits = isCreditNote(type)
  if (isRetail(type)) return credits ? 'receipt-credit' : 'receipt'
  return credits ? 'credit-note' : 'invoice'
}

/** Stands before the series of test documents, so that they take no number of the real ones. */
export const TEST_SERIES = 'ΔΟΚ-'

export type Series = {
  readonly series: string
  readonly year: number
  readonly branch: number
  /** The first number that this company takes in this year. It is above 1 after a move from another product in the middle of a year. */
  readonly start: number
}

/** Returns the series in which a document of this type and day gets its number. */
export function seriesOf(
  {
    type,
    day,
    branch,
    test = false,
  }: { readonly type: TaxDocumentType; readonly day: string; readonly branch: number; readonly test?: boolean },
  settings: readonly SeriesSetting[],
): Series {
  const kind = seriesKindOf(type)
  const year = Number(day.slice(0, 4))
  const row = settings.find(({ document }) => document === kind)
  const series = row?.series.trim() || USUAL_SERIES[kind]
  if (test) return { series: `${TEST_SERIES}${series}`, year, branch, start: 1 }
  return { series, year, branch, start: row?.startYear === year ? row.start : 1 }
}
