/** Keeps the answer of a report short, whatever the number of rows. */
import { MOST_ROWS, type Report, type ReportAnswer } from './frame.ts'

/** Leaves the first rows of long tables in an answer, with the number of all rows and the sums over all of them. */
export function cutTables({ tables }: Pick<Report, 'tables'>, answer: ReportAnswer): ReportAnswer {
  const long = tables.flatMap(({ name, columns }) => {
    const rows = answer.tables[name] ?? []
    if (rows.length <= MOST_ROWS) return []
    const sums = columns
      .filter(({ sum }) => sum)
      .map(({ key }) => [key, rows.reduce((all, { values }) => all + Number(values[key] ?? 0), 0)] as const)
    return [{ name, rows, cut: { rows: rows.length, sums: Object.fromEntries(sums) } }]
  })
  if (long.length === 0) return answer
  return {
    ...answer,
    tables: { ...answer.tables, ...Object.fromEntries(long.map(({ name, rows }) => [name, rows.slice(0, MOST_ROWS)])) },
    cut: Object.fromEntries(long.map(({ name, cut }) => [name, cut])),
  }
}
