import { Anchor, Button, Group, Text } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { showQuantity } from '#web/format.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { MomentText, QuantityText } from '#web/ui/texts.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { stockLedger } from '../domain/contract.ts'
import styles from './stock.module.css'

type Movement = OutputOf<typeof stockLedger>['rows'][number]

/** Lists the movements of a product, newest first, with time, reason, quantity and person. */
export function StockLedger({ productId, name, unit }: { productId: number; name: string; unit: string }) {
  const { t } = useTranslation('stock')
  const [page, setPage] = useState(1)
  const mayOpenOrder = useMayOpen('/order-detail/$id')
  const answer = useAsk(stockLedger, { productId, page }, { topics: [`products:${productId}`], keepPrevious: true })
  const ledger = answer.data

  if (!ledger)
    return answer.error ? (
      <ErrorState error={answer.error} retry={() => void answer.refetch()} />
    ) : (
      <Loading rows={10} />
    )
  if (ledger.rows.length === 0 && page === 1)
    return <EmptyState title={t('ledger.empty')} hint={t('ledger.empty-hint')} />
  return (
    <>
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      <Text size="sm" c="dimmed" mb="xs">
        {t('ledger.hint', { name, unit })}
      </Text>
      <table className={`${shortTable.list} ${styles.ledger}`} aria-busy={answer.isFetching}>
        <thead>
          <tr>
            <th scope="col">{t('ledger.at')}</th>
            <th scope="col">{t('ledger.reason')}</th>
            <th scope="col" className={shortTable.end}>
              {t('ledger.quantity')}
            </th>
            <th scope="col" className={shortTable.end}>
              {t('ledger.balance')}
            </th>
            <th scope="col">{t('ledger.person')}</th>
          </tr>
        </thead>
        <tbody>
          {ledger.rows.map((movement) => (
            <LedgerRow key={movement.id} movement={movement} mayOpenOrder={mayOpenOrder} />
          ))}
        </tbody>
      </table>
      {page > 1 || ledger.more ? (
        <Group justify="flex-end" mt="md" gap="xs">
          <Button
            variant="default"
            disabled={page === 1}
            leftSection={<ChevronLeft size={16} aria-hidden />}
            onClick={() => setPage(page - 1)}
          >
            {t('ledger.newer')}
          </Button>
          <Button
            variant="default"
            disabled={!ledger.more}
            rightSection={<ChevronRight size={16} aria-hidden />}
            onClick={() => setPage(page + 1)}
          >
            {t('ledger.older')}
          </Button>
        </Group>
      ) : null}
    </>
  )
}

function LedgerRow({ movement, mayOpenOrder }: { movement: Movement; mayOpenOrder: boolean }) {
  const { t } = useTranslation('stock')
  const comes = movement.quantity > 0
  const order = movement.orderId === null ? null : t('ledger.order', { id: movement.orderId })
  return (
    <tr>
      <td className={styles.at}>
        <MomentText value={movement.at} />
      </td>
      <td className={styles.reason}>
        {t(`reason.${movement.reason}`)}
        {order === null ? null : (
          <>
            {' · '}
            {mayOpenOrder ? (
              <Anchor component={PageLink} to={`/order-detail/${movement.orderId}`} size="sm" underline="always">
                {order}
              </Anchor>
            ) : (
              order
            )}
          </>
        )}
        {movement.note ? <div className={styles.muted}>{movement.note}</div> : null}
      </td>
      <td className={`${shortTable.end} ${styles.moved}`} data-comes={comes || undefined}>
        <span className="figures">
          {comes ? '+' : '−'}
          {showQuantity(Math.abs(movement.quantity))}
        </span>
      </td>
      <td className={`${shortTable.end} ${styles.balance}`} data-label={t('ledger.balance')}>
        <QuantityText value={movement.balance} flagNegative />
      </td>
      <td className={styles.person}>{movement.person}</td>
    </tr>
  )
}
