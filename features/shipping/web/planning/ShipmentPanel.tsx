import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type LucideIcon, Check, Printer, Settings2, Trash2 } from 'lucide-react'
import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsRights } from '#features/settings/domain/rights.ts'
import type { InputOf } from '#kernel/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { openPrintWindow, openWaitingWindow } from '#web/ui/paper/print-window.ts'
import { problemText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { planShipment } from '../../domain/contract.ts'
import { shippingRights } from '../../domain/rights.ts'
import { type Crew, DriverFields, type ShipmentDetails, useCrew } from './DriverFields.tsx'
import { ListsDialog } from './ListsDialog.tsx'
import { LoadSummary } from './LoadSummary.tsx'
import { RoutePanel } from './RoutePanel.tsx'
import styles from './shipping.module.css'
import { inOrderOf } from './stop-order.ts'
import { StopList, type StopListProps } from './StopList.tsx'
import { useRoute } from './use-route.ts'

const hasAddress = (stop: { address: string; city: string }): boolean => `${stop.address}${stop.city}`.trim() !== ''

export const NO_DETAILS: ShipmentDetails = { extra: '', vouchers: new Map() }

export type ShipmentPanelProps = StopListProps & {
  details: ShipmentDetails
  setDetails: Dispatch<SetStateAction<ShipmentDetails>>
}

const sheetOf = (id: number): string => `/shipping-plan/${id}`

/**
 * Shows the shipment that is being planned: stops in driving order, route, load, driver and vehicle, and the buttons
 * that plan it.
 */
export function ShipmentPanel(props: ShipmentPanelProps) {
  const { stops, setStops, details, setDetails } = props
  const { t } = useTranslation('shipping')
  const mayPrint = useMay(shippingRights.view)
  const maySet = useMay(settingsRights.write)
  const [listsOpened, lists] = useDisclosure(false)
  const choice = useCrew()
  // A route needs more than one address.
  const hasRoute = stops.filter(hasAddress).length > 1
  const shown = useRoute(stops, hasRoute)
  const { route, stale } = shown
  const measured = hasRoute && !stale && route && !route.estimated ? route.whole : null
  const { submit, asked, planned, closePlanned, pending, error } = usePlanning(props, choice.crew, measured)

  const best = async () => {
    const order = await shown.findBest()
    if (order) setStops(inOrderOf(stops, order))
  }
  return (
    <div className={styles.shipment}>
      <Panel
        title={t('shipment.title')}
        actions={
          <PanelActions clear={stops.length > 0 ? () => setStops([]) : null} openLists={maySet ? lists.open : null} />
        }
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void submit(false)
          }}
          noValidate
        >
          <Stack gap="sm">
            {planned === null ? null : <Planned id={planned} mayPrint={mayPrint} close={closePlanned} />}
            <StopList stops={stops} setStops={setStops} />
            {stops.length === 0 ? null : <LoadSummary orderIds={stops.map((stop) => stop.id)} />}
            {hasRoute ? (
              <RoutePanel
                stops={stops}
                shown={shown}
                best={() => void best()}
                setPlace={maySet ? lists.open : undefined}
              />
            ) : null}
            <DriverFields choice={choice} stops={stops} asked={asked} details={details} setDetails={setDetails} />
            {error ? <PlanProblem error={error} /> : null}
            <PlanButtons
              mayPrint={mayPrint}
              pending={pending}
              closed={stops.length === 0}
              planAndPrint={() => void submit(true)}
            />
          </Stack>
        </form>
      </Panel>
      {maySet ? <ListsDialog opened={listsOpened} onClose={lists.close} /> : null}
    </div>
  )
}

/**
 * Plans the shipment, and opens the driver's sheet for printing if asked to. `measured` is the measured route, or null.
 * An accepted plan empties the panel, and `planned` is its id. A refused one changes nothing, and `error` says why.
 */
function usePlanning(
  { stops, setStops, details: { extra, vouchers }, setDetails }: ShipmentPanelProps,
  crew: Crew,
  measured: InputOf<typeof planShipment>['measured'],
) {
  const { t } = useTranslation('shipping')
  const [asked, setAsked] = useState(false)
  const [planned, setPlanned] = useState<number | null>(null)
  const plan = useRun(planShipment, { invalidates: ['orders', 'shipments'] })
  const busy = useRef(false)

  const submit = async (andPrint: boolean) => {
    setAsked(true)
    if (crew.driver === '' || stops.length === 0 || busy.current) return
    busy.current = true
    // Browsers open a window only during a click, and the id of the sheet is known only after the plan is accepted.
    const sheet = andPrint ? openWaitingWindow() : null
    const answer = await plan
      .mutateAsync({
        orderIds: stops.map((stop) => stop.id),
        ...crew,
        extra,
        measured,
        ...(crew.driverType === 'Driver'
          ? {}
          : { vouchers: stops.map(({ id }) => ({ orderId: id, voucher: vouchers.get(id) ?? '' })) }),
      })
      .catch(() => null)
    busy.current = false
    if (answer === null) {
      sheet?.close()
      return
    }
    setPlanned(answer.id)
    setStops([])
    setDetails(NO_DETAILS)
    setAsked(false)
    sheet?.show(sheetOf(answer.id))
    if (andPrint && sheet === null) say.note(t('plan.blocked'))
  }
  return { submit, asked, planned, closePlanned: () => setPlanned(null), pending: plan.isPending, error: plan.error }
}

function PanelActions({ clear, openLists }: { clear: (() => void) | null; openLists: (() => void) | null }) {
  const { t } = useTranslation('shipping')
  return (
    <>
      {clear ? <QuietButton label={t('action.clear-shipment')} picture={Trash2} press={clear} /> : null}
      {openLists ? <QuietButton label={t('action.lists')} picture={Settings2} press={openLists} /> : null}
    </>
  )
}

function QuietButton({ label, picture: Icon, press }: { label: string; picture: LucideIcon; press: () => void }) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={press}
    >
      {label}
    </Button>
  )
}

/** Says why the shipment was not planned, and which order prevents it. */
function PlanProblem({ error }: { error: Error }) {
  const { t } = useTranslation('shipping')
  const refusedOrderId = error instanceof Refused ? error.refusal.details?.orderId : undefined
  return (
    <Alert color="red" variant="light" role="alert">
      <Text size="sm" c="var(--mantine-color-text)">
        {refusedOrderId === undefined
          ? problemText(error)
          : t('shipment.order-refused', { orderId: refusedOrderId, reason: problemText(error) })}
      </Text>
    </Alert>
  )
}

type PlanButtonsProps = { mayPrint: boolean; pending: boolean; closed: boolean; planAndPrint: () => void }

/** The button that plans submits the form. The other one also prints the driver's sheet. */
function PlanButtons({ mayPrint, pending, closed, planAndPrint }: PlanButtonsProps) {
  const { t } = useTranslation('shipping')
  const why = closed ? t('shipment.nothing-chosen') : null
  return (
    <Group grow preventGrowOverflow={false} gap="xs" className={styles.send}>
      {mayPrint ? (
        <ActionButton
          size="md"
          leftSection={<Printer size={16} aria-hidden />}
          pending={pending}
          closed={why}
          onClick={planAndPrint}
        >
          {t('action.plan-print')}
        </ActionButton>
      ) : null}
      <ActionButton type="submit" size="md" variant={mayPrint ? 'default' : 'filled'} pending={pending} closed={why}>
        {t('action.plan')}
      </ActionButton>
    </Group>
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
      role="status"
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
