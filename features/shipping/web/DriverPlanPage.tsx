import { Button, Group } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { cents, sumCents } from '#kernel/money.ts'
import { showMoment, showMoney, showQuantity, showWallClock } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { usePrintWindow } from '#web/ui/print-window.ts'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { type ShipmentCard, shipmentDetail } from '../domain/contract.ts'
import styles from './plan.module.css'

/** The sheet a driver takes along: A4, stops in route order with address, phone, goods, money and notes. */
export default function DriverPlanPage() {
  const { t } = useTranslation('shipping')
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const shipmentId = Number(id)
  const answer = useAsk(shipmentDetail, { id: shipmentId }, { topics: [`shipments:${shipmentId}`] })
  const mayPlan = useMay('shipping.read')
  usePrintWindow(answer.data !== undefined)
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />
  if (!answer.data) return <Loading />
  return (
    <div className={styles.page}>
      <Group gap="xs" className="no-print">
        {mayPlan ? (
          <Button
            component={PageLink}
            to="/shipping?trucks=open"
            variant="default"
            leftSection={<ArrowLeft size={18} aria-hidden />}
          >
            {t('action.back-to-shipping')}
          </Button>
        ) : null}
        <Button leftSection={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
          {t('action.print-plan')}
        </Button>
      </Group>
      <Sheet {...answer.data} />
    </div>
  )
}

function Sheet({ shipment, orders }: OutputOf<typeof shipmentDetail>) {
  const { t } = useTranslation('shipping')
  // what went back to planning is no stop of this round any more (ruling C-28)
  const stops = orders.filter((order) => order.outcome !== 'INVOICED')
  return (
    <article className={styles.sheet}>
      <header>
        <h1>{t('plan.title', { id: shipment.id })}</h1>
        <dl>
          <div>
            <dt>{t('column.driver')}</dt>
            <dd>
              {shipment.driver} ({shipment.driverType})
            </dd>
          </div>
          <div>
            <dt>{t('column.vehicle')}</dt>
            <dd>{shipment.vehicle || '–'}</dd>
          </div>
          <div>
            <dt>{t('column.updated')}</dt>
            <dd>{showMoment(shipment.updated)}</dd>
          </div>
          <div>
            <dt>{t('plan.stops')}</dt>
            <dd>{stops.length}</dd>
          </div>
          <div>
            <dt>{t('plan.value')}</dt>
            <dd>{showMoney(sumCents(stops.map((stop) => cents(stop.total))))}</dd>
          </div>
        </dl>
        {shipment.extra ? <p className={styles.note}>{shipment.extra}</p> : null}
      </header>
      {stops.length === 0 ? <EmptyState title={t('plan.empty')} /> : null}
      <ol>
        {stops.map((stop, place) => (
          <Stop key={stop.id} stop={stop} place={place + 1} />
        ))}
      </ol>
    </article>
  )
}

function Stop({ stop, place }: { stop: ShipmentCard; place: number }) {
  const { t } = useTranslation('shipping')
  return (
    <li className={styles.stop}>
      <span className={styles.number}>{place}</span>
      <div>
        <h2>{stop.name}</h2>
        {stop.label === '' || stop.label === stop.name ? null : <p>{stop.label}</p>}
        <p className={styles.address}>{[stop.address, stop.postcode, stop.city].filter(Boolean).join(', ')}</p>
        <p>
          {stop.phone ? <>{t('plan.phone', { phone: stop.phone })} · </> : null}
          {t('plan.order', { id: stop.id })}
          {stop.expectedDelivery ? ` · ${showWallClock(stop.expectedDelivery)}` : ''}
        </p>
        {stop.driverNote ? <p className={styles.note}>{stop.driverNote}</p> : null}
        <ul>
          {stop.lines.map((line, index) => (
            <li key={index}>
              {showQuantity(line.quantity)} {line.unit} {line.name}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.money}>
        <strong>{showMoney(stop.total)}</strong>
        {stop.loanBalance > 0 ? <span>{t('plan.loans', { quantity: showQuantity(stop.loanBalance) })}</span> : null}
        <span className={styles.box} />
        <small>{t('plan.signature')}</small>
      </div>
    </li>
  )
}
