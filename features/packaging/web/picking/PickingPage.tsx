import { Button, Checkbox, Group } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Printer } from '#web/ui/icon/icons.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { placeOf } from '#features/products/domain/product.ts'
import { showQuantity } from '#web/format.ts'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { MOST_PICKED, pickingList } from '../../domain/contract.ts'
import type { PickingRow } from '../../domain/picking.ts'
import styles from './picking.module.css'

/** The ids of the orders, with a dot between them. */
const search = z.object({ orders: z.coerce.string().catch('') })

/** Shows the goods of several orders by product, in the order of the shelves. A touch ticks a product off. */
export default function PickingPage() {
  const { t } = useTranslation('packaging')
  const [{ orders }] = useSearchState(search)
  const ids = useMemo(
    () =>
      orders
        .split('.')
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0)
        .slice(0, MOST_PICKED),
    [orders],
  )
  const answer = useAsk(pickingList, { ids })
  return (
    <div className={styles.list}>
      <PageHeader
        title={t('picking.title')}
        subtitle={answer.data?.orders.map(({ id, name }) => `${id} ${name}`).join(' · ')}
        back={{ to: '/packaging', label: t('title.list') }}
        secondary={
          <Button
            className="no-print"
            variant="default"
            leftSection={<Printer size={20} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('action.print')}
          </Button>
        }
      />
      {answer.data ? (
        answer.data.rows.length === 0 ? (
          <EmptyState title={t('picking.empty')} />
        ) : (
          <Shelves key={orders} orders={orders} rows={answer.data.rows} />
        )
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={6} height={56} />
      )}
    </div>
  )
}

/** Lists the products under their shelves. This device stores the ticks of the same orders. */
function Shelves({ orders, rows }: { orders: string; rows: readonly PickingRow[] }) {
  const { t } = useTranslation('packaging')
  const placeText = ({ storePart, storeFloor, shelf }: PickingRow): string =>
    placeOf({
      storePart,
      storeFloor: storeFloor && t('picking.floor', { floor: storeFloor }),
      shelf: shelf && t('picking.shelf', { shelf }),
    }).join(' · ')
  const [kept, keep] = useLocalStorage<{ orders: string; picked: readonly string[] }>({
    key: 'picking-ticks',
    defaultValue: { orders, picked: [] },
    getInitialValueInEffect: false,
  })
  // a tick counts for the quantity that was picked, so a product that changes is open again
  const keyOf = ({ productId, quantity }: PickingRow) => `${productId}:${quantity}`
  const picked = kept.orders === orders ? kept.picked : []
  const tick = (row: PickingRow, on: boolean) =>
    keep({ orders, picked: on ? [...picked, keyOf(row)] : picked.filter((key) => key !== keyOf(row)) })
  return (
    <>
      <Group>
        {t('picking.progress', { picked: rows.filter((row) => picked.includes(keyOf(row))).length, all: rows.length })}
      </Group>
      {[...Map.groupBy(rows, placeText)].map(([place, ofShelf]) => (
        <section key={place}>
          <h2 className={styles.shelf}>{place === '' ? t('picking.no-shelf') : place}</h2>
          <ul>
            {ofShelf.map((row) => (
              <Product
                key={row.productId}
                row={row}
                picked={picked.includes(keyOf(row))}
                tick={(on) => tick(row, on)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Product({ row, picked, tick }: { row: PickingRow; picked: boolean; tick: (on: boolean) => void }) {
  const { t } = useTranslation('products')
  return (
    <li className={styles.row} data-picked={picked || undefined}>
      <Checkbox
        size="lg"
        aria-label={row.name}
        checked={picked}
        onChange={(event) => tick(event.currentTarget.checked)}
      />
      <div>
        {row.name}
        <p className="figures">
          {row.orders.map(({ orderId, quantity }) => `#${orderId}: ${showQuantity(quantity)}`).join(' · ')}
        </p>
      </div>
      <span className={styles.quantity}>
        <QuantityText value={row.quantity} unit={t(`unit.${row.unit}`, { defaultValue: row.unit })} />
      </span>
    </li>
  )
}
