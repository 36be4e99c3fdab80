import { Button, Group } from '@mantine/core'
import { LogOut, Smartphone, Undo2 } from '#web/ui/icon/icons.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useFinishQuestion } from '#features/delivery-notes/web/use-finish-question.ts'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { useGo, useSearchState } from '#web/navigation.tsx'
import { QueueBar } from '#web/offline/QueueBar.tsx'
import type { Person } from '#web/offline/stored-person.ts'
import { useMay, usePerson } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { say } from '#web/ui/say.tsx'
import type { OpenShipment } from '../domain/day-now.ts'
import { actionWords, adviceFor, losesMoneyOrSignature } from './action-words.ts'
import { CashSheet } from './cash/CashSheet.tsx'
import { CashTile } from './cash/CashTile.tsx'
import { useDriverActions } from './driver-actions.ts'
import styles from './driver.module.css'
import { ReturnedOrders } from './ReturnedOrders.tsx'
import { RouteMap } from './RouteMap.tsx'
import { ShipmentOrders } from './stops/ShipmentOrders.tsx'
import { Shipments } from './Shipments.tsx'
import { useDriverDay } from './use-driver-day.ts'
import { useInstall } from './install-prompt.ts'

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
  const mayCollect = useMay(paymentsRights.collect)
  const name = person.seen?.name ?? (person.username || person.email)
  const named = name.length >= SHORTEST_NAME
  const { now, queue, cachedAt, error, refetch } = useDriverDay(person.id, named)
  const actions = useDriverActions(queue)
  const askBefore = useFinishQuestion()
  const { open, choose } = useOpenShipment(now?.shipments)
  const [showing, setShowing] = useState<'returns' | 'cash' | null>(null)

  const finish = async (id: number) => {
    if (!(await askBefore(id))) return
    if (await actions.finish(id, name)) say.done(t('said.finished', { id }))
  }

  return (
    <div className={styles.day}>
      <DayHead name={name} showReturns={open === undefined ? null : () => setShowing('returns')} />
      <QueueBar
        queue={queue}
        cachedAt={cachedAt}
        what={(action) => actionWords(t, action)}
        advice={(action) => <p>{adviceFor(t, action)}</p>}
        grave={losesMoneyOrSignature}
      />
      <section aria-labelledby="shipments">
        <h2 id="shipments">{t('driver.shipments')}</h2>
        {named ? null : <EmptyState title={t('driver.no-name')} hint={t('driver.no-name-hint')} />}
        {now ? (
          <Shipments
            shipments={now.shipments}
            open={open}
            withDriver={person.actingRole !== 'driver'}
            choose={choose}
            finish={(id) => void finish(id)}
          />
        ) : error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : named ? (
          <Loading rows={4} height={72} />
        ) : null}
        {now && error && cachedAt === null ? <RefusalText error={error} retry={() => void refetch()} /> : null}
      </section>
      {open === undefined || now === undefined ? null : (
        <section key={open.id} aria-labelledby="orders">
          <ShipmentOrders
            personId={person.id}
            shipment={open}
            customers={now.customers}
            company={now.company}
            actions={actions}
          />
          <RouteMap shipment={open} company={now.company} />
        </section>
      )}
      {now && mayCollect ? <CashTile cash={now.cash} open={() => setShowing('cash')} /> : null}
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

/** Returns the shipment that is shown: the chosen one, or the only one. */
function useOpenShipment(shipments: readonly OpenShipment[] | undefined) {
  const [{ shipment: chosen }, change] = useSearchState(search)
  const only = shipments?.length === 1 ? shipments[0]?.id : undefined
  const open = shipments?.find(({ id }) => id === (chosen ?? only))

  // a shipment that was finished elsewhere can no longer be chosen
  useEffect(() => {
    if (shipments && chosen !== undefined && open === undefined) change({ shipment: undefined })
  }, [shipments, chosen, open, change])

  return { open, choose: (id: number) => change({ shipment: String(id) }) }
}

/** Shows the driver's name with the button for signing out, and away from it the one for what comes back. */
function DayHead({ name, showReturns }: { name: string; showReturns: (() => void) | null }) {
  const { t } = useTranslation('driver')
  const go = useGo()
  return (
    <header className={styles.head}>
      <Group gap="xs">
        <h1>{t('title.driver', { name })}</h1>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<LogOut size={20} aria-hidden />}
          onClick={() => go('/logout')}
        >
          {t('word.logout')}
        </Button>
      </Group>
      <ActionButton
        variant="default"
        leftSection={<Undo2 size={20} aria-hidden />}
        closed={showReturns === null ? t('driver.choose-first') : null}
        onClick={() => showReturns?.()}
      >
        {t('driver.returns')}
      </ActionButton>
    </header>
  )
}

/** Offers to install the page on the home screen, if the browser supports that. */
function InstallHint() {
  const { t } = useTranslation('driver')
  const install = useInstall()
  if (install === null) return null
  return (
    <p className={styles.install}>
      <span>{t('install.hint')}</span>
      <Button variant="default" leftSection={<Smartphone size={20} aria-hidden />} onClick={install}>
        {t('install.button')}
      </Button>
    </p>
  )
}
