import { Button, Group } from '@mantine/core'
import { LogOut, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { driverShipments, shipmentDetail } from '#features/shipping/domain/contract.ts'
import { z } from 'zod'
import { useGo, useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { type Person, usePerson } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { useDeviceQueue } from './device-queue.ts'
import styles from './driver.module.css'
import { QueueNotice } from './QueueNotice.tsx'
import { ReturnedOrders } from './ReturnedOrders.tsx'
import { ShipmentOrders } from './ShipmentOrders.tsx'
import { ShipmentTile } from './ShipmentTile.tsx'

/** The driver's day on a phone: his open shipments, and what becomes of each order in them. */
export default function DriverPage() {
  const person = usePerson()
  return person === null ? null : <DriverDay person={person} />
}

const search = z.object({ shipment: z.coerce.number().int().positive().optional().catch(undefined) })

function DriverDay({ person }: { person: Person }) {
  const { t } = useTranslation('operations')
  const go = useGo()
  const queue = useDeviceQueue(person.id)
  const [{ shipment: chosen }, change] = useSearchState(search)
  const [showReturns, setShowReturns] = useState(false)
  const shipments = useAsk(driverShipments, {}, { topics: ['shipments'] })
  const rows = shipments.data?.rows
  const only = rows?.length === 1 ? rows[0]?.id : undefined
  const open = rows?.find((row) => row.id === (chosen ?? only))
  const detail = useAsk(
    shipmentDetail,
    { id: open?.id ?? 1 },
    { topics: ['shipments', `shipments:${open?.id ?? 0}`], enabled: open !== undefined },
  )
  const name = person.username || person.email
  const returned = detail.data?.orders.filter((order) => order.outcome === 'RETURNED')

  // a shipment that was finished elsewhere is no choice any more
  useEffect(() => {
    if (rows && chosen !== undefined && open === undefined) change({ shipment: undefined })
  }, [rows, chosen, open, change])

  const leave = async () => {
    const waiting = queue.entries.length
    if (
      waiting > 0 &&
      !(await confirm({
        title: t('leave.title'),
        body: t('leave.body', { count: waiting }),
        confirmLabel: t('driver.logout'),
        danger: true,
      }))
    )
      return
    go('/logout')
  }

  return (
    <div className={styles.day}>
      <header className={styles.head}>
        <h1>{t('title.driver', { name })}</h1>
        <Group gap="xs" wrap="nowrap">
          <ActionButton
            variant="default"
            leftSection={<Undo2 size={18} aria-hidden />}
            closed={open === undefined ? t('driver.choose-first') : null}
            onClick={() => setShowReturns(true)}
          >
            {t('driver.returns')}
          </ActionButton>
          <Button variant="default" leftSection={<LogOut size={18} aria-hidden />} onClick={() => void leave()}>
            {t('driver.logout')}
          </Button>
        </Group>
      </header>
      <QueueNotice queue={queue} />
      <section aria-labelledby="shipments">
        <h2 id="shipments">{t('driver.shipments')}</h2>
        {rows ? (
          rows.length === 0 ? (
            <EmptyState title={t('driver.no-shipment')} hint={t('driver.no-shipment-hint')} />
          ) : (
            <ul className={styles.shipments}>
              {rows.map((row) => (
                <ShipmentTile
                  key={row.id}
                  shipment={row}
                  open={row.id === open?.id}
                  withDriver={person.actingRole !== 'driver'}
                  choose={() => change({ shipment: String(row.id) })}
                />
              ))}
            </ul>
          )
        ) : shipments.error ? (
          <ErrorState error={shipments.error} retry={() => void shipments.refetch()} />
        ) : (
          <Loading rows={2} height={56} />
        )}
        {rows && shipments.error ? (
          <RefusalText error={shipments.error} retry={() => void shipments.refetch()} />
        ) : null}
      </section>
      {open === undefined ? null : (
        <section aria-labelledby="orders">
          <h2 id="orders">{t('driver.orders')}</h2>
          {detail.data ? (
            <ShipmentOrders shipmentId={open.id} cards={detail.data.orders} queue={queue} />
          ) : detail.error ? (
            <ErrorState error={detail.error} retry={() => void detail.refetch()} />
          ) : (
            <Loading rows={4} height={120} />
          )}
        </section>
      )}
      {showReturns ? <ReturnedOrders orders={returned} onClose={() => setShowReturns(false)} /> : null}
    </div>
  )
}
