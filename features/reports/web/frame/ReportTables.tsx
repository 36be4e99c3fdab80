import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '#web/ui/Panel.tsx'
import cards from '#web/ui/table/card-table.module.css'
import shortTable from '#web/ui/table/short-table.module.css'
import { type Column, isRight, textOf, valueOf } from '#web/ui/table/table-columns.ts'
import { showMoney, showRows } from '#web/format.ts'
import { type FigureOf, MOST_ROWS, type ReportAnswer, type ReportRow, type ReportTable } from '../../domain/frame.ts'
import { type ReportColumns, type ShownColumn, sumOf } from './report-columns.ts'
import styles from './report.module.css'

/** What a press opens: the documents of a figure, and how the figure is called. `only` is the id of the document, if there is one. */
export type Opened = { readonly of: FigureOf; readonly label: string; readonly only?: number | null }

type TablesProps = {
  tables: readonly ReportTable[]
  rows: Readonly<Record<string, readonly ReportRow[]>>
  columns: ReportColumns
  /** The tables that do not show all of their rows. */
  cut: ReportAnswer['cut']
  name: string
  open: (opened: Opened) => void
}

/** The tables of a report. Each row and each sum opens its documents (C-55). */
export function ReportTables({ tables, rows, columns, cut, name, open }: TablesProps) {
  const { t } = useTranslation('reports')
  return (
    <div className={styles.tables}>
      {tables
        .filter((table) => (rows[table.name] ?? []).length > 0)
        .map((table) => (
          <Panel key={table.name} title={t(`${name}.${table.name}`)} flush>
            <OneTable
              table={table}
              title={t(`${name}.${table.name}`)}
              rows={rows[table.name] ?? []}
              columns={columns[table.name] ?? []}
              cut={cut?.[table.name]}
              open={open}
            />
            {cut?.[table.name] ? (
              <p className={styles.cut}>
                {t('frame.cut', { shown: showRows(MOST_ROWS), all: showRows(cut[table.name]?.rows ?? 0) })}
              </p>
            ) : null}
          </Panel>
        ))}
    </div>
  )
}

type OneTableProps = {
  table: ReportTable
  cut: NonNullable<ReportAnswer['cut']>[string] | undefined
  title: string
  rows: readonly ReportRow[]
  columns: readonly ShownColumn[]
  open: (opened: Opened) => void
}

/** A table with more columns shows each row as a card on a phone, so that no amount lies outside the window. */
const MOST_COLUMNS_ON_A_PHONE = 3

function OneTable({ table, title, rows, columns, cut, open }: OneTableProps) {
  const { t } = useTranslation('reports')
  const summed = columns.some(({ sum }) => sum)
  const asCards = columns.length > MOST_COLUMNS_ON_A_PHONE
  return (
    <div className={shortTable.scroll}>
      <table
        className={asCards ? `${cards.table} ${styles.cards}` : `${shortTable.list} ${shortTable.named}`}
        aria-label={title}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={isRight(column) ? styles.end : undefined}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.key} row={row} title={title} columns={columns} open={open} />
          ))}
        </tbody>
        {summed ? (
          <tfoot>
            <tr className={styles.sums}>
              {columns.map((column, place) => (
                <td
                  key={column.key}
                  className={isRight(column) ? styles.end : undefined}
                  data-label={column.sum ? column.header : undefined}
                >
                  {column.sum ? (
                    <Sum column={column} rows={rows} cut={cut} of={table.of} title={title} open={open} />
                  ) : place === 0 ? (
                    t('frame.sum')
                  ) : null}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}

/** A press anywhere on a row opens its documents. Its first cell is the button for the keyboard. */
function TableRow({ row, title, columns, open }: Omit<OneTableProps, 'table' | 'rows' | 'cut'> & { row: ReportRow }) {
  const [first] = columns
  const label = `${title} · ${first ? textOf(first, row) : row.key}`
  const whole = row.parts === undefined ? () => open({ of: row.of, label, only: row.only }) : undefined
  return (
    <tr className={whole && styles.pressed} data-mark={row.mark} onClick={whole}>
      {columns.map((column, place) => {
        const part = row.parts?.[column.key]
        const text = textOf(column, row)
        const shown =
          part && Number(valueOf(column, row)) !== 0 ? (
            <UnstyledButton
              className={styles.figure}
              onClick={() => open({ of: part, label: `${label} · ${column.header}` })}
            >
              {text}
            </UnstyledButton>
          ) : place === 0 && whole ? (
            <UnstyledButton
              className={styles.figure}
              onClick={(event) => {
                event.stopPropagation()
                whole()
              }}
            >
              {text}
            </UnstyledButton>
          ) : (
            text
          )
        const className = isRight(column) ? styles.end : column.whole ? styles.whole : undefined
        return place === 0 ? (
          <th key={column.key} scope="row" className={className}>
            {shown}
          </th>
        ) : (
          <td key={column.key} className={className} data-label={column.header}>
            {shown}
          </td>
        )
      })}
    </tr>
  )
}

/** The sum of a column. It opens the documents of the whole table. */
function Sum({
  column,
  rows,
  cut,
  of,
  title,
  open,
}: {
  column: Column<ReportRow>
  rows: readonly ReportRow[]
  cut: OneTableProps['cut']
  of: FigureOf | undefined
  title: string
  open: (opened: Opened) => void
}) {
  const sum = sumOf(column, rows, cut)
  const text = column.kind === 'money' ? showMoney(sum) : String(sum)
  if (of === undefined) return text
  return (
    <UnstyledButton className={styles.figure} onClick={() => open({ of, label: title })}>
      {text}
    </UnstyledButton>
  )
}
