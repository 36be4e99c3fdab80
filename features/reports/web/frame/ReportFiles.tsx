import { Button, Menu } from '@mantine/core'
import { Download, FileSpreadsheet, FileText, Printer } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { showRows } from '#web/format.ts'
import { openPrintWindow } from '#web/ui/paper/print-window.ts'
import { say } from '#web/ui/say.tsx'
import { csvOfParts, download } from '#web/ui/table/export/table-export.ts'
import { excelOfSheets } from '#web/ui/table/export/table-sheet.ts'
import { valueOf } from '#web/ui/table/table-columns.ts'
import { MOST_ROWS, type ReportAnswer, type ReportInput, type ReportRow, type ReportTable } from '../../domain/frame.ts'
import { type ReportColumns, sumOf } from './report-columns.ts'

type FilesProps = {
  name: string
  path: string
  /** Says the period and the moment at which the figures were known. */
  caption: string
  tables: readonly ReportTable[]
  columns: ReportColumns
  input: ReportInput
  /** True if the report can be asked as known at an earlier moment. */
  knows: boolean
  answer: ReportAnswer
}

/** Saves the tables of a report as one Excel or CSV file, and prints the report as it is known now. */
export function ReportFiles({ name, path, caption, tables, columns, input, knows, answer }: FilesProps) {
  const { t } = useTranslation(['reports', 'frame'])
  const parts = tables
    .filter((table) => (answer.tables[table.name] ?? []).length > 0)
    .map((table) => {
      const rows = answer.tables[table.name] ?? []
      const own = columns[table.name] ?? []
      const all = answer.cut?.[table.name]
      const sums = sumRow(own, rows, all)
      const left = all ? ` · ${t('frame.cut', { shown: showRows(MOST_ROWS), all: showRows(all.rows) })}` : ''
      return {
        title: `${t(`${name}.${table.name}`)}${left}`,
        columns: sums === null ? own : withSums(own, sums, t('frame.sum')),
        rows: sums === null ? rows : [...rows, sums],
      }
    })
  const file = `${name}-${input.from}-${input.to}`
  const print = () => {
    const search = new URLSearchParams({
      from: input.from,
      to: input.to,
      ...(knows && { known: input.known ?? answer.read }),
      ...(input.by && { by: input.by }),
      ...(input.salespersonId && { salesperson: String(input.salespersonId) }),
    })
    if (!openPrintWindow(`${path}?${search}`)) say.note(t('frame.pop-up'))
  }
  const excel = () =>
    excelOfSheets(parts, caption).then(
      (content) => download(`${file}.xlsx`, content),
      (error: unknown) => say.failed(error),
    )
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<Download size={16} aria-hidden />}>
            {t('frame:export.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<FileSpreadsheet size={16} aria-hidden />} onClick={() => void excel()}>
            {t('frame:export.xlsx')}
          </Menu.Item>
          <Menu.Item
            leftSection={<FileText size={16} aria-hidden />}
            onClick={() => download(`${file}.csv`, csvOfParts(parts, caption))}
          >
            {t('frame:export.csv')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" leftSection={<Printer size={16} aria-hidden />} onClick={print}>
        {t('frame:action.print')}
      </Button>
    </>
  )
}

/** Returns the last row of a table in a file, with the sums of its columns; null if no column is summed. */
function sumRow(
  columns: ReportColumns[string],
  rows: readonly ReportRow[],
  cut: NonNullable<ReportAnswer['cut']>[string] | undefined,
): ReportRow | null {
  const summed = columns.filter(({ sum }) => sum)
  if (summed.length === 0) return null
  const values = Object.fromEntries(summed.map((column) => [column.key, sumOf(column, rows, cut)]))
  return { key: 'sum', values, documents: 0, only: null, of: { source: 'order' } }
}

/** Returns columns that also show the row of the sums: its title in the first one, and nothing where nothing is summed. */
const withSums = (columns: ReportColumns[string], sums: ReportRow, title: string): ReportColumns[string] =>
  columns.map((column, place) => ({
    ...column,
    value: (row: ReportRow) => (row !== sums || column.sum ? valueOf(column, row) : place === 0 ? title : ''),
  }))
