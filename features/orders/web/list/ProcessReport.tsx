import { Anchor, CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { QuotedAlert } from '#web/ui/states.tsx'
import { type processOrders, waitingStock } from '../../domain/contract.ts'
import styles from './order-list.module.css'

/** The answer of Process, with the number of the press. */
export type Processed = OutputOf<typeof processOrders> & { readonly press: number }

type Waiting = OutputOf<typeof waitingStock>['rows'][number]

/** Shows the outcome of Process for each waiting order, until a person closes it. It is read once and does not follow later changes. */
export function ProcessReport({ processed, close }: { processed: Processed; close: () => void }) {
  const { t } = useTranslation('orders')
  const answer = useAsk(waitingStock, {}, { afresh: true })
  if (answer.error)
    return (
      <QuotedAlert
        title={t('not-read', { ns: 'products' })}
        error={answer.error}
        retry={() => void answer.refetch()}
        close={close}
        mb="md"
      />
    )
  if (!answer.data) return null
  const moved = new Map((processed.moved ?? []).map(({ id, status }) => [id, status]))
  const { rows, more } = answer.data
  // what changed stands first
  const sorted = rows.toSorted((one, other) => Number(moved.has(other.id)) - Number(moved.has(one.id)))
  return (
    <section className={styles.processed} aria-label={t('processed.title')}>
      <div>
        <strong>{t('processed.title')}</strong>
        <CloseButton aria-label={t('action.close', { ns: 'frame' })} onClick={close} />
      </div>
      {rows.length === 0 ? <p>{t('processed.none')}</p> : null}
      <ul>
        {sorted.map((row) => (
          <li key={row.id}>
            <Anchor component={PageLink} to={`/order-detail/${row.id}`}>
              {t('processed.order', { id: row.id })}
            </Anchor>{' '}
            {row.customer}: {t(`processed.${outcomeOf(row, moved)}`)}
          </li>
        ))}
      </ul>
      {more ? <p>{t('processed.more', { most: rows.length })}</p> : null}
    </section>
  )
}

/** Returns the outcome for an order: its new status, or why it has the one that it had. */
function outcomeOf({ id, missing }: Waiting, moved: ReadonlyMap<number, string>): string {
  return moved.get(id) ?? (missing ? 'missing' : 'enough')
}
