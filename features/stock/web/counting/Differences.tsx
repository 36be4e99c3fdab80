import { Button, Group } from '@mantine/core'
import { RotateCcw } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { showMoment, showQuantity } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { askRecount, type CountDifference, settleLines } from '../../domain/counting/contract.ts'
import styles from './count.module.css'
import { LongList } from './LongList.tsx'

/** Returns a difference with its sign. */
export const signed = (difference: number): string =>
  `${difference > 0 ? '+' : difference < 0 ? '−' : ''}${showQuantity(Math.abs(difference))}`

type RecountProps = { countId: number; row: CountDifference }

/** The button that takes a request to count again back, after a wrong press. */
function NoRecount({ countId, row }: RecountProps) {
  const { t } = useTranslation('stock')
  const run = useRun(askRecount, { onError: (error) => say.failed(error) })
  return (
    <Button
      variant="default"
      mih={48}
      loading={run.isPending}
      onClick={() => run.mutate({ countId, productIds: [row.productId], again: false })}
    >
      {t('count.no-recount')}
    </Button>
  )
}

/** The button that asks for a product to be counted again. */
function Recount({ countId, row }: RecountProps) {
  const { t } = useTranslation('stock')
  const run = useRun(askRecount, { onError: (error) => say.failed(error) })
  return (
    <Button
      variant="default"
      mih={48}
      loading={run.isPending}
      leftSection={<RotateCcw size={16} aria-hidden />}
      aria-label={t('count.recount-of', { name: row.name })}
      onClick={() => run.mutate({ countId, productIds: [row.productId], again: true })}
    >
      {t('count.recount')}
    </Button>
  )
}

type DifferencesProps = { countId: number; title: string; rows: readonly CountDifference[]; open: boolean }

/** Lists products with the stock at the moment of counting, the counted figure and the difference. */
export function Differences({ countId, title, rows, open }: DifferencesProps) {
  const { t } = useTranslation('stock')
  if (rows.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <LongList all={rows}>
        {(shown) => (
          <table className={`${shortTable.list} ${styles.differences}`}>
            <thead>
              <tr>
                <th scope="col">{t('count.column.product')}</th>
                {(['expected', 'counted', 'difference'] as const).map((column) => (
                  <th key={column} scope="col" className={shortTable.end}>
                    {t(`count.column.${column}`)}
                  </th>
                ))}
                {open ? <th scope="col">{t('count.column.recount')}</th> : null}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.productId}>
                  <th scope="row">
                    {row.name}
                    <span className={styles.small}>
                      {t('count.by', {
                        person: [...new Set(row.lines.map(({ person }) => person))].join(', '),
                        at: showMoment(row.countedAt),
                      })}
                    </span>
                  </th>
                  <td className={shortTable.end} data-label={t('count.column.expected')}>
                    {showQuantity(row.expected)}
                  </td>
                  <td className={shortTable.end} data-label={t('count.column.counted')}>
                    {showQuantity(row.counted)}
                  </td>
                  <td
                    className={`${shortTable.end} ${styles.signed}`}
                    data-less={row.difference < 0 || undefined}
                    data-label={t('count.column.difference')}
                  >
                    {signed(row.difference)}
                  </td>
                  {open ? (
                    <td className={styles.wide}>
                      <Recount countId={countId} row={row} />
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </LongList>
    </section>
  )
}

type OpenQuestionsProps = Omit<DifferencesProps, 'title'>

/** Lists the products that cannot be booked yet, with their lines and the possible answers. */
export function OpenQuestions({ countId, rows, open }: OpenQuestionsProps) {
  const { t } = useTranslation('stock')
  const settle = useRun(settleLines, { onError: (error) => say.failed(error) })
  if (rows.length === 0) return null
  return (
    <section>
      <h2>{t('count.asked-title')}</h2>
      <LongList all={rows}>
        {(shown) => (
          <ul className={styles.rows}>
            {shown.map((row) => (
              <li key={row.productId} className={styles.asked}>
                <strong>{row.name}</strong>
                <span>{t(`count.question.${row.question ?? 'TWICE'}`)}</span>
                {open && row.question === 'RECOUNT' ? (
                  <Group gap="xs">
                    <NoRecount countId={countId} row={row} />
                  </Group>
                ) : null}
                {open && row.question !== 'RECOUNT' ? (
                  <Group gap="xs">
                    {row.question === 'MOVED'
                      ? null
                      : [...row.lines, null].map((line) => (
                          <Button
                            key={line?.id ?? 'all'}
                            variant="default"
                            mih={48}
                            onClick={() => settle.mutate({ countId, productId: row.productId, keep: line?.id ?? null })}
                          >
                            {line === null
                              ? t('count.add-up', { counted: showQuantity(row.counted) })
                              : t('count.keep', { counted: showQuantity(line.quantity), person: line.person })}
                          </Button>
                        ))}
                    <Recount countId={countId} row={row} />
                  </Group>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </LongList>
    </section>
  )
}
