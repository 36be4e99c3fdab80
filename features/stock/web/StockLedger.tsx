import { Anchor, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import { historyRights } from '#kernel/rights.ts'
import { showDay, showQuantity } from '#web/format.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { MoneyText, MomentText, QuantityText } from '#web/ui/texts.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { productsRights } from '#features/products/domain/rights.ts'
import { stockLedger, stockOnDay } from '../domain/contract.ts'
import type { LedgerDocument } from '../domain/movement.ts'
import styles from './stock.module.css'
import { PageTurner } from '#web/ui/PageTurner.tsx'

type Movement = OutputOf<typeof stockLedger>['rows'][number]

type LedgerOf = { productId: number; name: string; unit: string }

/** Shows the movements of a product, newest first, and its stock on a past day if one is chosen. */
export function StockLedger({ productId, name, unit }: LedgerOf) {
  const { t } = useTranslation('stock')
  const [day, setDay] = useState<string | null>(null)
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {t('ledger.hint', { name, unit })}
      </Text>
      <Group align="flex-end" gap="md" mb="md">
        <DayInput
          label={t('ledger.on-day')}
          description={t('ledger.on-day-hint')}
          clearable
          maxDate={dayOf(new Date().toISOString())}
          value={day}
          onChange={setDay}
        />
        {day === null ? null : <StockOnDay productId={productId} unit={unit} day={day} />}
      </Group>
      <Movements key={day} productId={productId} day={day} />
    </>
  )
}

/** Shows the stock of a product at the end of a day. */
function StockOnDay({ productId, unit, day }: { productId: number; unit: string; day: string }) {
  const { t } = useTranslation('stock')
  const answer = useAsk(stockOnDay, { productIds: [productId], day })
  const stock = answer.data?.rows[0]?.stock
  if (answer.error) return <RefusalText error={answer.error} retry={() => void answer.refetch()} />
  return (
    <div role="status" className={styles.onDay} aria-busy={answer.isFetching}>
      {stock === undefined ? null : (
        <>
          <span className={styles.muted}>{t('ledger.end-of-day', { day: showDay(day) })}</span>
          <strong>
            <QuantityText value={stock} unit={unit} flagNegative />
          </strong>
        </>
      )}
    </div>
  )
}

function Movements({ productId, day }: { productId: number; day: string | null }) {
  const { t } = useTranslation('stock')
  const [page, setPage] = useState(1)
  const answer = useAsk(stockLedger, { productId, page, day: day ?? undefined }, { keepPrevious: true })
  const ledger = answer.data

  if (!ledger)
    return answer.error ? (
      <ErrorState error={answer.error} retry={() => void answer.refetch()} />
    ) : (
      <Loading rows={10} />
    )
  if (ledger.rows.length === 0 && page === 1)
    return day === null ? (
      <EmptyState title={t('ledger.empty')} hint={t('ledger.empty-hint')} />
    ) : (
      <EmptyState title={t('ledger.empty-then')} />
    )
  return (
    <>
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      <MovementTable productId={productId} rows={ledger.rows} busy={answer.isFetching} />
      <PageTurner page={page} more={ledger.more} turn={setPage} byAge />
    </>
  )
}

type MovementTableProps = { productId: number; rows: readonly Movement[]; busy: boolean }

function MovementTable({ productId, rows, busy }: MovementTableProps) {
  const { t } = useTranslation('stock')
  const seesCosts = useMay(productsRights.cost)
  return (
    <table className={`${shortTable.list} ${styles.ledger}`} aria-busy={busy}>
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
          {seesCosts ? (
            <>
              <th scope="col" className={shortTable.end}>
                {t('ledger.cost')}
              </th>
              <th scope="col" className={shortTable.end}>
                {t('value.value')}
              </th>
            </>
          ) : null}
          <th scope="col">{t('ledger.person')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((movement) => (
          <LedgerRow key={movement.id} productId={productId} movement={movement} seesCosts={seesCosts} />
        ))}
      </tbody>
    </table>
  )
}

/** The page of each kind of document, without its id. */
const DOCUMENT_PAGES = {
  order: '/order-detail',
  count: '/count',
  task: '/task',
  invoice: '/invoice-detail',
} as const satisfies Record<LedgerDocument['kind'], string>

/** Names the document of a movement. It is a link for people who may open its page. */
function DocumentOf({ kind, id }: LedgerDocument) {
  const { t } = useTranslation('stock')
  const page = DOCUMENT_PAGES[kind]
  const mayOpen = useMayOpen(`${page}/$id`)
  const name = t(`ledger.${kind}`, { id })
  if (!mayOpen) return <>{name}</>
  return (
    <Anchor component={PageLink} to={`${page}/${id}`} size="sm" underline="always">
      {name}
    </Anchor>
  )
}

/** Names an adjustment by hand. It is a link for people who may read the history of the product, which contains it. */
function Adjustment({ productId }: { productId: number }) {
  const { t } = useTranslation('stock')
  const seesHistory = useMay(historyRights.read)
  const mayOpen = useMayOpen('/product-overview/$id')
  if (!seesHistory || !mayOpen) return <>{t('ledger.adjustment')}</>
  return (
    <Anchor component={PageLink} to={`/product-overview/${productId}?history=1`} size="sm" underline="always">
      {t('ledger.adjustment')}
    </Anchor>
  )
}

type LedgerRowProps = { productId: number; movement: Movement; seesCosts: boolean }

function LedgerRow({ productId, movement, seesCosts }: LedgerRowProps) {
  const { t } = useTranslation('stock')
  const comes = movement.quantity > 0
  return (
    <tr>
      <td className={styles.at}>
        <MomentText value={movement.at} />
      </td>
      <td className={styles.reason}>
        {t(`reason.${movement.reason}`)}
        {movement.document === null ? null : (
          <>
            {' · '}
            <DocumentOf {...movement.document} />
          </>
        )}
        {movement.document === null && movement.reason === 'counted' ? (
          <>
            {' · '}
            <Adjustment productId={productId} />
          </>
        ) : null}
        {movement.note ? <div className={styles.muted}>{movement.note}</div> : null}
      </td>
      <td className={`${shortTable.end} ${styles.moved}`} data-comes={comes || undefined}>
        {movement.quantity === 0 ? null : (
          <span className="figures">
            {comes ? '+' : '−'}
            {showQuantity(Math.abs(movement.quantity))}
          </span>
        )}
      </td>
      <td className={`${shortTable.end} ${styles.balance}`} data-label={t('ledger.balance')}>
        <QuantityText value={movement.balance} flagNegative />
      </td>
      {seesCosts ? (
        <>
          <td className={`${shortTable.end} ${styles.cost}`} data-label={t('ledger.cost')}>
            <MoneyText value={movement.cost} />
          </td>
          <td className={`${shortTable.end} ${styles.cost}`} data-label={t('value.value')}>
            <MoneyText value={movement.value} />
          </td>
        </>
      ) : null}
      <td className={styles.person}>{movement.person}</td>
    </tr>
  )
}
