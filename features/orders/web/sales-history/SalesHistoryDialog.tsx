import { Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import type { UnitPrice } from '#kernel/money.ts'
import { useAsk } from '#web/query.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Figure } from '#web/ui/Panel.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { MoneyText, PriceText, QuantityText } from '#web/ui/texts.tsx'
import { salesHistory } from '../../domain/sales-history.ts'
import { PastLines } from './PastLines.tsx'
import figures from '#web/ui/figures.module.css'
import { NOTHING } from '#web/format.ts'
import styles from './sales-history.module.css'
import { PageTurner } from '#web/ui/PageTurner.tsx'

type SalesHistoryDialogProps = {
  opened: boolean
  onClose: () => void
  productId: number
  /** The customer whose lines are shown first. Without it, those of all customers. */
  customerId?: number | undefined
  /** Receives the chosen price, and then the dialog closes. Without it, prices are only shown. */
  onUsePrice?: ((price: UnitPrice) => void) | undefined
}

/** Shows the past sales of a product, to this customer or to all. */
export function SalesHistoryDialog({ opened, onClose, productId, customerId, onUsePrice }: SalesHistoryDialogProps) {
  const { t } = useTranslation('orders')
  const takePrice = onUsePrice
    ? (price: UnitPrice) => {
        onUsePrice(price)
        onClose()
      }
    : undefined
  return (
    <Dialog opened={opened} onClose={onClose} title={t('sales-history.title')} size={920}>
      <SalesHistory key={productId} productId={productId} customerId={customerId} onUsePrice={takePrice} />
    </Dialog>
  )
}

/** Shows the content of the dialog. */
function SalesHistory({
  productId,
  customerId,
  onUsePrice,
}: Pick<SalesHistoryDialogProps, 'productId' | 'customerId' | 'onUsePrice'>) {
  const { t } = useTranslation('orders')
  const [all, setAll] = useState(customerId === undefined)
  const [page, setPage] = useState(1)
  const answer = useAsk(
    salesHistory,
    { productId, customerId: all ? undefined : customerId, page },
    { keepPrevious: true },
  )
  const history = answer.data
  if (!history)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={8} />
  const { product, sold } = history
  return (
    <div aria-busy={answer.isPlaceholderData}>
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      <div className={styles.head}>
        <ProductName product={product} />
        {customerId === undefined ? null : (
          <Switch
            label={t('sales-history.all')}
            checked={all}
            onChange={(event) => {
              setAll(event.currentTarget.checked)
              setPage(1)
            }}
          />
        )}
      </div>
      <Sold sold={sold} unit={product.unit} />
      <Text size="xs" c="dimmed" mb="sm">
        {t('sales-history.hint')}
      </Text>
      {history.rows.length === 0 && page === 1 ? (
        <EmptyState title={t(all ? 'sales-history.none' : 'sales-history.none-of-customer')} />
      ) : (
        <PastLines rows={history.rows} unit={product.unit} withCustomer={all} onUsePrice={onUsePrice} />
      )}
      <PageTurner page={page} more={history.more} turn={setPage} byAge />
    </div>
  )
}

type History = OutputOf<typeof salesHistory>

function ProductName({ product }: Pick<History, 'product'>) {
  const { t } = useTranslation('orders')
  return (
    <div>
      <Text fw={600}>{product.name}</Text>
      <Text size="sm" c="dimmed">
        {product.sku === '' ? null : `${product.sku} · `}
        {t('sales-history.list-price')} <PriceText value={product.listPrice} />
      </Text>
    </div>
  )
}

/** Shows the last and the average price, and how much was sold. */
function Sold({ sold, unit }: Pick<History, 'sold'> & { unit: History['product']['unit'] }) {
  const { t } = useTranslation('orders')
  return (
    <dl className={figures.figures} data-size="small">
      <Figure label={t('sales-history.last')}>
        {sold.lastPrice === null ? NOTHING : <PriceText value={sold.lastPrice} />}
      </Figure>
      <Figure label={t('sales-history.average')}>
        {sold.averagePrice === null ? NOTHING : <PriceText value={sold.averagePrice} />}
      </Figure>
      <Figure label={t('sales-history.quantity')}>
        <QuantityText value={sold.quantity} unit={unit} />
      </Figure>
      <Figure label={t('sales-history.sum')}>
        <MoneyText value={sold.total} />
      </Figure>
    </dl>
  )
}
