import { Button, Group } from '@mantine/core'
import { LogOut, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { useGo, useSearchState } from '#web/navigation.tsx'
import { QueueBar } from '#web/offline/QueueBar.tsx'
import { type Person, useMay, usePerson } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { say } from '#web/ui/say.tsx'
import { actionWords, adviceFor, losesMoneyOrSignature } from './action-words.ts'
import { CashSheet } from './cash/CashSheet.tsx'
import { CashTile } from './cash/CashTile.tsx'
import { useDriverActions } from './driver-actions.ts'
import styles from './driver.module.css'
import { InstallHint } from './InstallHint.tsx'
import { ReturnedOrders } from './ReturnedOrders.tsx'
import { RouteMap } from './RouteMap.tsx'
import { ShipmentOrders } from './stops/ShipmentOrders.tsx'
import { ShipmentTile } from './ShipmentTile.tsx'
import { useDriverDay } from './use-driver-day.ts'

/** Shows the driver's day on a phone: the open shipments and the orders in them. */
export default function DriverPage() {
  const person = usePerson()
  return person === null ? null : <TheDay key={person.id} person={person} />
}

const search = z.object({ shipment: z.coerce.number().int().positive().optional().catch(undefined) })

/**
 * A driver needs a name of at least this many letters, because shipments belong to names (specification 1, section 9).
 */
const SHORTEST_NAME = 3

function TheDay({ person }: { person: Person }) {
  const { t } = useTranslation('driver')
  const go = useGo()
  const mayCollect = useMay(paymentsRights.collect)
  const name = person.username || person.email
  const named = name.length >= SHORTEST_NAME
  const { now, queue, cachedAt, error, refetch } = useDriverDay(person.id, named)
  const actions = useDriverActions(queue)
  const [{ shipment: chosen }, change] = useSearchState(search)
  const [showing, setShowing] = useState<'returns' | 'cash' | null>(null)
  const shipments = now?.shipments
  const only = shipments?.length === 1 ? shipments[0]?.id : undefined
  const open = shipments?.find(({ id }) => id === (chosen ?? only))

  // a shipment that was finished elsewhere can no longer be chosen
  useEffect(() => {
    if (shipments && chosen !== undefined && open === undefined) change({ shipment: undefined })
  }, [shipments, chosen, open, change])

  const finish = async (id: number) => {
    if (await actions.finish(id, name)) say.done(t('said.finished', { id }))
  }

  return (
    <div className={styles.day}>
      <header className={styles.head}>
        <h1>{t('title.driver', { name })}</h1>
        <Group gap="xs" wrap="nowrap">
          <ActionButton
            variant="default"
            leftSection={<Undo2 size={20} aria-hidden />}
            closed={open === undefined ? t('driver.choose-first') : null}
            onClick={() => setShowing('returns')}
          >
            {t('driver.returns')}
          </ActionButton>
          <Button variant="default" leftSection={<LogOut size={20} aria-hidden />} onClick={() => go('/logout')}>
            {t('driver.logout')}
          </Button>
        </Group>
      </header>
      <QueueBar
        queue={queue}
        cachedAt={cachedAt}
        what={(action) => actionWords(t, action)}
        advice={(action) => <p>{adviceFor(t, action)}</p>}
        grave={losesMoneyOrSignature}
      />
      {now && mayCollect ? <CashTile cash={now.cash} open={() => setShowing('cash')} /> : null}
      <section aria-labelledby="shipments">
        <h2 id="shipments">{t('driver.shipments')}</h2>
        {named ? null : <EmptyState title={t('driver.no-name')} hint={t('driver.no-name-hint')} />}
        {shipments ? (
          shipments.length === 0 ? (
            <EmptyState title={t('driver.no-shipment')} hint={t('driver.no-shipment-hint')} />
          ) : (
            <ul className={styles.shipments}>
              {shipments.map((shipment) => (
                <ShipmentTile
                  key={shipment.id}
                  shipment={shipment}
                  open={shipment === open}
                  withDriver={person.actingRole !== 'driver'}
                  choose={() => change({ shipment: String(shipment.id) })}
                  finish={() => void finish(shipment.id)}
                />
              ))}
            </ul>
          )
        ) : error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : named ? (
          <Loading rows={4} height={72} />
        ) : null}
        {shipments && error && cachedAt === null ? <RefusalText error={error} retry={() => void refetch()} /> : null}
      </section>
      {open === undefined || now === undefined ? null : (
        <section aria-labelledby="orders">
          <RouteMap key={open.id} shipment={open} company={now.company} />
          <h2 id="orders">{t('driver.orders')}</h2>
          <ShipmentOrders personId={person.id} shipment={open} customers={now.customers} actions={actions} />
        </section>
      )}
      <InstallHint />
      {showing === 'returns' && open ? <ReturnedOrders shipment={open} onClose={() => setShowing(null)} /> : null}
      {showing === 'cash' && now ? (
        <CashSheet
          cash={now.cash}
          onClose={() => setShowing(null)}
          handOver={(input) => actions.handOverCash(input, name)}
        />
      ) : null}
    </div>
  )
}
