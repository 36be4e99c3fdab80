import { Button, Group, Title } from '@mantine/core'
import { showWallClock } from '#web/format.ts'
import { ExternalLink, Tag } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OrderDetail, orderDetail } from '#features/orders/domain/detail-contract.ts'
import { needsOf, PROMISED_STATUSES } from '#features/orders/domain/order.ts'
import { addressText } from '#features/orders/web/AddressField.tsx'
import { OrderActions } from '#features/orders/web/page/OrderActions.tsx'
import { LoanTable } from '#features/orders/web/page/OrderLines.tsx'
import { ORDER_NOTICE } from '#features/orders/web/order-parts.ts'
import { OrderStateCell } from '#features/orders/web/OrderStateCell.tsx'
import { packagingRights } from '#features/packaging/domain/rights.ts'
import { MissingMaterialsDialog } from '#features/stock/web/MissingMaterialsDialog.tsx'
import { StockStatus } from '#features/stock/web/StockStatusDialog.tsx'
import { PageLink } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import cards from '#web/ui/table/card-table.module.css'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { SCROLL_HEIGHT } from './board-sizes.ts'
import styles from './operations.module.css'
import { OrderTasks } from './OrderTasks.tsx'
import { SendOrder } from './SendOrder.tsx'

/** Shows one order over the board: products beside the stock, loans, tasks, and the possible actions. */
export function OrderDialog({ orderId, close }: { orderId: number | null; close: () => void }) {
  const { t } = useTranslation('operations')
  // the title stays while the dialog closes
  const [last, setLast] = useState(orderId)
  if (orderId !== null && orderId !== last) setLast(orderId)
  const answer = useAsk(orderDetail, { id: last ?? 0 }, { enabled: last !== null && orderId !== null })
  const order = answer.data?.order
  return (
    <Dialog opened={orderId !== null} onClose={close} title={t('word.order-number', { id: last ?? '' })} size={960}>
      {answer.error ? (
        order ? (
          <RefusalText error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        )
      ) : null}
      {order ? <OrderOverview order={order} close={close} /> : answer.error ? null : <Loading rows={6} />}
    </Dialog>
  )
}

const LABELLED = ['TO-PACKAGE', 'PACKAGED', 'READY-TO-INVOICE', 'INVOICED']

function OrderOverview({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t } = useTranslation('operations')
  const mayLabel = useMay(packagingRights.read)
  const notices = usePageParts(ORDER_NOTICE)
  const open = order.status === 'STOCK-OK' ? order.facts.openTasks : 0
  return (
    <div className={styles.dialog}>
      <div className={styles.dialogHead}>
        <div>
          <strong>{order.name}</strong> {order.label === '' ? null : <span className={cards.note}>{order.label}</span>}
        </div>
        <OrderStateCell status={order.status} document={null} openTasks={open} />
      </div>
      <Facts
        items={[
          {
            label: t('word.day-of-delivery'),
            value: order.expectedDelivery ? showWallClock(order.expectedDelivery) : null,
          },
          { label: t('word.delivery-address'), value: addressText(order.deliveryAddress) },
          ...(order.description ? [{ label: t('word.description'), value: order.description }] : []),
          ...(order.driverNote ? [{ label: t('dialog.driver-note'), value: order.driverNote }] : []),
        ]}
      />
      {notices.map(({ key, Notice }) => (
        <Notice key={key} order={order} />
      ))}
      <Group gap="xs" align="flex-start">
        <SendOrder order={order} sent={close} />
        <OrderActions order={order} without="send" />
        <Button
          className={styles.wrapping}
          variant="default"
          component={PageLink}
          to={`/order-detail/${order.id}`}
          leftSection={<ExternalLink size={16} aria-hidden />}
        >
          {t('dialog.open-page')}
        </Button>
        {mayLabel && LABELLED.includes(order.status) ? (
          <Button
            variant="default"
            component="a"
            href={`/packaging-label/${order.id}`}
            target="_blank"
            leftSection={<Tag size={16} aria-hidden />}
          >
            {t('dialog.label')}
          </Button>
        ) : null}
      </Group>
      <section>
        <Title order={3}>{t('word.products')}</Title>
        <Goods order={order} />
      </section>
      {order.loans.length > 0 ? (
        <section>
          <Title order={3}>{t('dialog.loans')}</Title>
          <LoanTable order={order} />
        </section>
      ) : null}
      <OrderTasks orderId={order.id} />
    </div>
  )
}

/** A block that scrolls within the dialog, also by the keyboard. */
const scrolls = {
  className: styles.dialogScroll,
  style: { maxHeight: SCROLL_HEIGHT.dialogProducts },
  tabIndex: 0,
  role: 'group',
} as const

/** Shows the products beside the stock, or without it once they have left the stock. */
function Goods({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('operations')
  const [materials, setMaterials] = useState(false)
  const lines = needsOf(order)
  if (PROMISED_STATUSES.includes(order.status))
    return (
      <div {...scrolls} aria-label={t('word.products')}>
        <StockStatus lines={lines} orderId={order.id} openMaterials={() => setMaterials(true)} />
        <MissingMaterialsDialog
          opened={materials}
          onClose={() => setMaterials(false)}
          lines={lines}
          orderId={order.id}
        />
      </div>
    )
  return (
    <div {...scrolls} aria-label={t('word.products')}>
      <table className={cards.table}>
        <thead>
          <tr>
            <th scope="col">{t('word.product')}</th>
            <th scope="col" className={cards.end}>
              {t('word.quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, index) => (
            <tr key={index}>
              <td>
                {line.name}
                {line.sku === '' ? null : <div className={cards.note}>{line.sku}</div>}
              </td>
              <td className={cards.end} data-label={t('word.quantity')}>
                <QuantityText value={line.quantity} unit={line.unit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
