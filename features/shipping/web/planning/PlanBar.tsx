import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Check, ListOrdered, Printer, TriangleAlert } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { refusal, Refused } from '#kernel/refusal.ts'
import { CodesNeeded, MOST_NAMED } from '#features/products/web/codes/GoodsWithoutCode.tsx'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { openPrintWindow } from '#web/ui/paper/print-window.ts'
import { problemText, refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import type { GoneStop } from '../../domain/planning-contract.ts'
import { shippingRights } from '../../domain/rights.ts'
import { stopToCheck } from '../../domain/route-length.ts'
import { addressStopsOf } from '../../domain/stops/address-stops.ts'
import { useRouteTexts } from '../route-texts.ts'
import styles from './shipping.module.css'
import type { PlannedStop } from './stop-order.ts'
import type { useCheckedStops } from './use-checked-stops.ts'
import { useLoad } from './use-load.ts'
import { sheetOf, type usePlanning } from './use-planning.ts'
import type { Route } from './use-route.ts'

type PlanBarProps = {
  stops: readonly PlannedStop[]
  /** The route of these stops, or undefined while it is not known. */
  route: Route | undefined
  planning: ReturnType<typeof usePlanning>
  checked: ReturnType<typeof useCheckedStops>
  /** Scrolls to the shipment, which is below the list on a narrow window. */
  showPanel: () => void
}

/** The buttons that plan the shipment, always in the window, with what prevents or follows the planning above them. */
export function PlanBar({ stops, route, planning, checked, showPanel }: PlanBarProps) {
  const { t } = useTranslation('shipping')
  const mayPrint = useMay(shippingRights.view)
  const { planned, closePlanned, pending, error, submit } = planning
  const why = stops.length === 0 ? t('shipment.nothing-chosen') : null
  return (
    <div className={styles.send}>
      {/* the region is there before its message, which many screen readers would not say otherwise */}
      <div role="status" className={styles.planned}>
        {planned === null ? null : <Planned id={planned} mayPrint={mayPrint} close={closePlanned} />}
      </div>
      <Stack gap="xs" className={styles.words}>
        {checked.gone.length === 0 ? null : <GoneStops gone={checked.gone} close={checked.forget} />}
        <RouteWarning stops={stops} route={route} />
        <CodesWarning stops={stops} />
        <PlanProblem error={error} stops={stops} />
      </Stack>
      <Group grow preventGrowOverflow={false} gap="xs">
        {mayPrint ? (
          <ActionButton
            size="md"
            leftSection={<Printer size={16} aria-hidden />}
            pending={pending}
            closed={why}
            onClick={() => void submit(true)}
          >
            {t('action.plan-print')}
          </ActionButton>
        ) : null}
        <ActionButton type="submit" size="md" variant={mayPrint ? 'default' : 'filled'} pending={pending} closed={why}>
          {t('action.plan')}
        </ActionButton>
        {stops.length === 0 ? null : (
          <Button
            className={styles.show}
            size="md"
            variant="subtle"
            leftSection={<ListOrdered size={16} aria-hidden />}
            onClick={showPanel}
          >
            {t('shipment.show', { stops: addressStopsOf(stops).length })}
          </Button>
        )}
      </Group>
    </div>
  )
}

/** Returns the reason of a refusal, with the number of its order in front unless the reason names it. */
function nameOrder(t: TFunction<'shipping'>, orderId: number, reason: string): string {
  return new RegExp(`\\b${orderId}\\b`).test(reason) ? reason : t('shipment.order-refused', { orderId, reason })
}

/** Says why the shipment was not planned, and which order prevents it, until that order has left the shipment. */
function PlanProblem({ error, stops }: { error: Error | null; stops: readonly PlannedStop[] }) {
  const { t } = useTranslation('shipping')
  if (error === null) return null
  const orderId = error instanceof Refused ? Number(error.refusal.details?.orderId) || null : null
  if (orderId !== null && !stops.some(({ id }) => id === orderId)) return null
  const reason = problemText(error)
  return <Word kind="error">{orderId === null ? reason : nameOrder(t, orderId, reason)}</Word>
}

/** Names the orders that have left the shipment by themselves, and where they are now. */
function GoneStops({ gone, close }: { gone: readonly GoneStop[]; close: () => void }) {
  const { t } = useTranslation('shipping')
  return (
    <Word kind="warning" close={close}>
      {gone.map((stop) => (
        <span key={stop.id} className={styles.gone}>
          {goneText(t, stop)}
        </span>
      ))}
    </Word>
  )
}

function goneText(t: TFunction<'shipping'>, { id, status, shipment }: GoneStop): string {
  if (status === null) return refusalText(refusal('missing', 'orders.missing', { orderId: id }))
  if (shipment === null)
    return t('shipment.gone', { id, status: t(`status.${status}`, { ns: 'frame', defaultValue: status }) })
  const { driver } = shipment
  return refusalText(
    refusal('refused', 'shipping.already-in-shipment', { orderId: id, shipmentId: shipment.id, driver }),
  )
}

/** Warns about a route that is too long to be right, and names the stop whose address is probably wrong. */
function RouteWarning({ stops, route }: Pick<PlanBarProps, 'stops' | 'route'>) {
  const { t } = useTranslation('shipping')
  const { distance } = useRouteTexts()
  if (!route?.whole) return null
  const place = stopToCheck(route.legs)
  const placed = route.stops.filter(({ lat }) => lat !== null)
  const stop = stops.find(({ id }) => place !== null && id === placed[place]?.orderId)
  if (!stop) return null
  return (
    <Word kind="warning">
      {t('route.too-long', { distance: distance(route.whole.metres), orderId: stop.id, name: stop.name })}
    </Word>
  )
}

/** Names the goods of the shipment whose delivery notes lack a valid code. */
function CodesWarning({ stops }: Pick<PlanBarProps, 'stops'>) {
  const { data } = useLoad(stops)
  return stops.length === 0 || data === undefined || data.withoutCode.goods.length === 0 ? null : (
    <Word kind="warning">
      <CodesNeeded {...data.withoutCode} most={MOST_NAMED} />
    </Word>
  )
}

/** A message above the buttons. `close` adds a button that removes it. */
function Word({ kind, close, children }: { kind: 'error' | 'warning'; close?: () => void; children: ReactNode }) {
  const { t } = useTranslation('shipping')
  return (
    <Alert
      color={kind === 'error' ? 'red' : 'yellow'}
      variant="light"
      role="alert"
      p="xs"
      icon={<TriangleAlert size={16} aria-hidden />}
      {...(close && { withCloseButton: true, closeButtonLabel: t('action.close'), onClose: close })}
    >
      <Text size="sm" c="var(--mantine-color-text)" component="div">
        {children}
      </Text>
    </Alert>
  )
}

/** Shows the shipment that was just planned, and opens its sheet again. */
function Planned({ id, mayPrint, close }: { id: number; mayPrint: boolean; close: () => void }) {
  const { t } = useTranslation('shipping')
  return (
    <Alert
      color="green"
      icon={<Check size={16} aria-hidden />}
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={close}
      role="group"
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="var(--mantine-color-text)">
          {t('shipment.planned', { id })}
        </Text>
        {mayPrint ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Printer size={16} aria-hidden />}
            onClick={() => print(id, t('plan.blocked'))}
          >
            {t('action.print-plan')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  )
}

/** Opens the driver's sheet for printing, or says that the browser blocked the pop-up. */
function print(id: number, blocked: string): void {
  if (!openPrintWindow(sheetOf(id))) say.note(blocked)
}
