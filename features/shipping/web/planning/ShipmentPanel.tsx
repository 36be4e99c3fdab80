import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { LucideIcon } from '#web/ui/icon/icon.ts'
import { Settings2, Trash2 } from '#web/ui/icon/icons.ts'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { useMay } from '#web/session.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Departure } from '../stops/Departure.tsx'
import { DriverFields, useCrew } from './DriverFields.tsx'
import { ListsDialog } from './ListsDialog.tsx'
import { LoadSummary } from './LoadSummary.tsx'
import { PlanBar } from './PlanBar.tsx'
import { RoutePanel } from './RoutePanel.tsx'
import styles from './shipping.module.css'
import { inOrderOf } from './stop-order.ts'
import { StopList } from '../stops/StopList.tsx'
import { useArrivals } from '../stops/use-arrivals.ts'
import { useCheckedStops } from './use-checked-stops.ts'
import { type Desk, usePlanning } from './use-planning.ts'
import { useRoute } from './use-route.ts'

const hasAddress = (stop: { address: string; city: string }): boolean => `${stop.address}${stop.city}`.trim() !== ''

/**
 * Shows the shipment that is being planned: stops in driving order, route, load, driver and vehicle, and the bar with
 * the buttons that plan it.
 */
export function ShipmentPanel(desk: Desk) {
  const { stops, setStops, details, setDetails } = desk
  const { t } = useTranslation('shipping')
  const maySet = useMay(settingsRights.write)
  const [listsOpened, lists] = useDisclosure(false)
  const form = useRef<HTMLFormElement>(null)
  const parts = useRef<HTMLDivElement>(null)
  const driverField = useRef<HTMLInputElement>(null)
  useTopOfPanel(form)
  const choice = useCrew()
  const { hasRoute, shown, current, best } = useRouteOf(desk)
  const arrivals = useArrivals(desk, shown)
  const measured = current && !current.estimated ? current.whole : null
  const planning = usePlanning(desk, choice.crew, measured, () => driverField.current?.focus())
  const checked = useCheckedStops(stops, setStops, planning.pending, planning.planned)

  return (
    <>
      <form
        ref={form}
        className={styles.shipment}
        onSubmit={(event) => {
          event.preventDefault()
          void planning.submit(false)
        }}
        noValidate
      >
        <div ref={parts} className={styles.parts}>
          <Panel
            title={t('shipment.title')}
            actions={
              <PanelActions
                clear={stops.length > 0 ? () => setStops([]) : null}
                openLists={maySet ? lists.open : null}
              />
            }
          >
            <Stack gap="sm">
              <StopList stops={stops} setStops={setStops} arrivals={arrivals} />
              {hasRoute ? <Departure {...arrivals} /> : null}
              {stops.length === 0 ? null : <LoadSummary stops={stops} />}
              {hasRoute ? (
                <RoutePanel stops={stops} shown={shown} best={best} setPlace={maySet ? lists.open : undefined} />
              ) : null}
              <DriverFields
                choice={choice}
                stops={stops}
                asked={planning.asked}
                details={details}
                setDetails={setDetails}
                driverField={driverField}
                openLists={maySet ? lists.open : null}
              />
            </Stack>
          </Panel>
        </div>
        <PlanBar
          stops={stops}
          route={current}
          planning={planning}
          checked={checked}
          showPanel={() => parts.current?.scrollIntoView({ block: 'start' })}
        />
      </form>
      {maySet ? <ListsDialog opened={listsOpened} onClose={lists.close} /> : null}
    </>
  )
}

/** Returns the route of the stops, `current` only if it belongs to them as they are now, and what sorts them by it. */
function useRouteOf({ stops, setStops }: Desk) {
  // A route needs more than one address.
  const hasRoute = stops.filter(hasAddress).length > 1
  const shown = useRoute(stops, hasRoute)
  const best = () =>
    void shown.findBest().then((order) => {
      if (order) setStops((before) => inOrderOf(before, order))
    })
  return { hasRoute, shown, current: shown.stale ? undefined : shown.route, best }
}

/**
 * Tells the styles of the panel where it begins on the page, so that it ends above the edge of the window before the
 * page is scrolled. A notice that comes late moves it.
 */
function useTopOfPanel(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const desk = panel.current?.parentElement
    if (!panel.current || !desk) return
    const measure = () => {
      const top = Math.round(desk.getBoundingClientRect().top + window.scrollY)
      desk.style.setProperty('--panel-top', `${top}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(desk.closest('main') ?? desk)
    return () => observer.disconnect()
  }, [panel])
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
