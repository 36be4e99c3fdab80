import { Button } from '@mantine/core'
import { ArrowLeft, Truck } from '#web/ui/icon/icons.ts'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { processOrders } from '#features/orders/domain/contract.ts'
import { orderCounts } from '#features/orders/domain/list-contract.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { z } from 'zod'
import { firstScreen } from '#web/drawing/first-screen.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useSearchTexts } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import { type BoardTab, TAB_RULES, TABS } from '../domain/board-tabs.ts'
import { BoardTable } from './BoardTable.tsx'
import styles from './operations.module.css'

const ShippingPlanner = lazyPart(async () => {
  const planning = await import('#features/shipping/web/planning/ShippingPlanner.tsx')
  return { default: planning.ShippingPlanner }
})

const zTab = z.enum(TABS).catch('stock')

/** Shows orders by delivery date in four tabs, from waiting for stock to invoiced. */
export default function OperationsPage() {
  const { t } = useTranslation('operations')
  const [texts, change] = useSearchTexts()
  const tab = zTab.parse(texts.tab)
  const shipping = tab === 'invoiced' && texts.shipping === '1'
  const maySeeShipping = useMay(shippingRights.read)
  const { error: processError, again } = useProcessOnLoad(tab)
  const counts = useAsk(orderCounts, {}).data?.counts
  // the table is drawn in parts after the tabs, and not in one long task; the server draws all at once
  const drawsTable = useDeferredValue(true, firstScreen() !== null)
  const [toggles, setToggles] = useState<HTMLElement | null>(null)

  if (shipping && maySeeShipping) {
    return (
      <div className={styles.board}>
        <ShippingPlanner
          title={t('title.shipping')}
          secondary={
            <Button
              variant="default"
              leftSection={<ArrowLeft size={20} aria-hidden />}
              onClick={() => change({ shipping: undefined, shipments: undefined })}
            >
              {t('action.back-to-orders')}
            </Button>
          }
        />
      </div>
    )
  }

  const choose = (next: BoardTab) =>
    change({ tab: next === 'stock' ? undefined : next, page: undefined, 'f.status': undefined })
  return (
    <div className={styles.board}>
      <PageHeader
        title={t('title.board')}
        secondary={<div ref={setToggles} className={styles.toggles} data-needed={TAB_RULES[tab].needs} />}
        primary={
          tab === 'invoiced' && maySeeShipping ? (
            <Button leftSection={<Truck size={20} aria-hidden />} onClick={() => change({ shipping: '1' })}>
              {t('action.go-to-shipping')}
            </Button>
          ) : undefined
        }
      />
      {processError === null ? null : <RefusalText error={processError} retry={again} />}
      <StatusStrip
        label={t('orders:list.filters')}
        statuses={TABS.map((key) => ({ key, label: t(`tab.${key}`), count: counts && countOf(key, counts) }))}
        chosen={tab}
        choose={choose}
      />
      {drawsTable ? <BoardTable key={tab} tab={tab} statusFilter={texts['f.status']} toggles={toggles} /> : null}
    </div>
  )
}

const countOf = (tab: BoardTab, counts: Readonly<Record<string, number>>): number =>
  TAB_RULES[tab].statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)

/**
 * Rechecks stock when the board is opened and each time the first tab is chosen again. Orders with open tasks stay as
 * they are (C-10). Shows a message only if an order changed.
 */
function useProcessOnLoad(tab: BoardTab): { error: Error | null; again: () => void } {
  const { t } = useTranslation('operations')
  const may = useMay(ordersRights.process)
  const [error, setError] = useState<Error | null>(null)
  const running = useRef(false)
  const { mutate } = useRun(processOrders, {
    onSuccess: ({ promoted, demoted }) => {
      setError(null)
      if (promoted + demoted > 0) say.note(t('said.processed', { promoted, demoted }))
    },
    onError: setError,
  })
  const process = useRef(() => undefined as void)
  process.current = () => {
    if (running.current) return
    running.current = true
    mutate({ withoutOpenTasks: true }, { onSettled: () => (running.current = false) })
  }
  useEffect(() => {
    if (may && tab === 'stock') process.current()
  }, [may, tab])
  return { error, again: () => process.current() }
}
