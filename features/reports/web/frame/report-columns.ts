/** The columns of the tables of a report, for the page and for its files. */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useDocumentCodes } from '#features/supplier-invoices/web/code-names.ts'
import { NOTHING, showDay, showMonth } from '#web/format.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import type { BucketSize, ReportAnswer, ReportRow, ReportTable } from '../../domain/frame.ts'

/** `whole` is true for a short text that is not broken into two lines. */
export type ShownColumn = Column<ReportRow> & { readonly whole?: true }
export type ReportColumns = Readonly<Record<string, readonly ShownColumn[]>>

/** Returns the name of a bucket by its first day. */
function bucketName(t: TFunction<'reports'>, first: string, size: BucketSize): string {
  if (size === 'day') return showDay(first)
  if (size === 'year') return first.slice(0, 4)
  return size === 'month' ? showMonth(first) : t('frame.week-of', { day: showDay(first) })
}

/** Returns the columns of each table of a report, by the name of the table. */
export function useReportColumns(tables: readonly ReportTable[], size: BucketSize): ReportColumns {
  const { t } = useTranslation(['reports', 'frame'])
  const { nameOf } = useDocumentCodes()
  const columnOf = ({ key, kind, sum }: ReportTable['columns'][number]): ShownColumn => {
    const column = { key, header: t(`column.${key}`), sum }
    const text = (row: ReportRow) => String(row.values[key] ?? '')
    switch (kind) {
      case 'code-name':
        return { ...column, value: (row) => nameOf(text(row)) }
      case 'payment-type':
        return { ...column, value: (row) => t(`payment-type.${text(row)}`) }
      case 'bucket':
        return {
          ...column,
          whole: true,
          value: (row) =>
            [bucketName(t, text(row), size), row.mark && t(`mark.${row.mark}`)].filter(Boolean).join(' · '),
        }
      case 'text':
        return { ...column, value: (row) => text(row) || NOTHING }
      case 'word':
        return { ...column, value: (row) => t(`word.${text(row)}`) }
      case 'unit':
        return { ...column, value: (row) => t(`frame:unit.${text(row)}`) }
      case 'code':
        return { ...column, whole: true, value: (row) => text(row) || t('frame.without-code') }
      default:
        return { ...column, kind, value: (row) => row.values[key] }
    }
  }
  return Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map(columnOf)]))
}

/** Returns the sum of a column over all rows of a table. `cut` has it if the table does not show all of them. */
export const sumOf = (
  column: Column<ReportRow>,
  rows: readonly ReportRow[],
  cut?: NonNullable<ReportAnswer['cut']>[string],
): number => cut?.sums[column.key] ?? rows.reduce((sum, { values }) => sum + Number(values[column.key] ?? 0), 0)
