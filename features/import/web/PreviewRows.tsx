import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NOTHING, showCount, writeDecimal } from '#web/format.ts'
import { refusalText } from '#web/ui/problems.ts'
import { useHistoryValue } from '#web/ui/history/history-value.ts'
import table from '#web/ui/table/short-table.module.css'
import type { OutcomeRow } from '../domain/contract.ts'
import { FIELDS, type Target } from '../domain/targets.ts'
import { fieldLabel } from './texts.ts'
import styles from './import.module.css'

/** More rows are not shown; their number is. */
const MOST_SHOWN = 200

/** Some rows of a file, each with its line and with what changes or why it is refused. */
export function PreviewRows({ target, rows }: { target: Target; rows: readonly OutcomeRow[] }) {
  const { t } = useTranslation(['import', 'parties', 'products'])
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('import:preview.none')}
      </Text>
    )
  return (
    <>
      <div
        className={`${table.scroll} ${table.limited}`}
        tabIndex={0}
        role="group"
        aria-label={t('import:preview.title')}
      >
        <table className={`${table.list} ${table.named} ${styles.rows}`}>
          <thead>
            <tr>
              <th scope="col">{t('import:column.line')}</th>
              <th scope="col">{t('import:column.name')}</th>
              <th scope="col">{t('import:column.what')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_SHOWN).map((row) => (
              <tr key={row.line}>
                <th scope="row">{showCount(row.line)}</th>
                <td>{row.name || NOTHING}</td>
                <td>
                  <What target={target} row={row} />
                  <Numbers target={target} row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MOST_SHOWN ? (
        <Text size="sm" c="dimmed">
          {t('import:preview.more', { number: showCount(rows.length - MOST_SHOWN) })}
        </Text>
      ) : null}
    </>
  )
}

/** The reason of a refused row, or the fields that it changes. */
function What({ target, row: { name, outcome, refusal, changes } }: { target: Target; row: OutcomeRow }) {
  const { t } = useTranslation(['import', 'parties', 'products'])
  const show = useHistoryValue({})
  if (refusal)
    return (
      <>
        <strong className={styles.reason}>{t(`import:failed.${target}`, { name: name || NOTHING })}</strong>
        <br />
        {refusalText(refusal)}
      </>
    )
  if (outcome === 'same') return t('import:preview.same')
  return Object.entries(changes)
    .filter(([, [, after]]) => after !== null)
    .map(([field, [before, after]]) => {
      const label = fieldLabel(t, target, field)
      return outcome === 'new'
        ? `${label}: ${show(field, after)}`
        : `${label}: ${show(field, before)} → ${show(field, after)}`
    })
    .join(' · ')
}

/** The numbers of a row as they will be stored, each beside its cell. */
function Numbers({ target, row: { numbers } }: { target: Target; row: OutcomeRow }) {
  const { t } = useTranslation(['import', 'parties', 'products'])
  if (numbers.length === 0) return null
  const shown = numbers.map(({ field, text, value }) => {
    const reads = FIELDS[target].find(({ name }) => name === field)?.reads
    const places = reads?.as === 'decimal' ? reads.places : 0
    return `${fieldLabel(t, target, field)}: ${text} = ${writeDecimal(value, places)}`
  })
  return <div className={styles.numbers}>{t('import:preview.numbers', { numbers: shown.join(' · ') })}</div>
}
