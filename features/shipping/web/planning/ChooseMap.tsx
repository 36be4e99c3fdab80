import { Button, Group, Stack, Text } from '@mantine/core'
import { Scan, SquareDashedMousePointer, ZoomOut } from '#web/ui/icon/icons.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlaceMap } from '#web/ui/map/PlaceMap.tsx'
import { type Area, inArea, type NearPins, type Pin } from '#web/ui/map/place-map.ts'
import { asPoint, ATHENS, type Point } from '#web/ui/map/point.ts'
import type { ReadyRow } from '../../domain/contract.ts'
import type { WaitingOrder } from '../../domain/planning-contract.ts'
import { NearOrders } from './NearOrders.tsx'

/** The zoom at which the streets of a town are visible. */
const TOWN = 12
/** A pin that stands for several places names this many of them. */
const FEW_NAMES = 3

type ChooseMapProps = {
  orders: readonly WaitingOrder[]
  chosen: ReadonlySet<number>
  toggle: (rows: readonly ReadyRow[]) => void
  add: (rows: readonly ReadyRow[]) => void
}

/** The orders at each spot of the map. Several orders for one address are one spot. */
type Spots = ReadonlyMap<string, readonly { order: WaitingOrder; point: Point }[]>

/** Shows the waiting orders on a map. Orders are selected by pins, by drawing an area, or all in view. */
export default function ChooseMap({ orders, chosen, toggle, add }: ChooseMapProps) {
  const { t } = useTranslation('shipping')
  const view = useRef<Area | null>(null)
  const [drawing, setDrawing] = useState(false)
  const [whole, setWhole] = useState(false)
  const [said, setSaid] = useState('')
  const spots = useMemo(() => spotsOf(orders), [orders])
  const pins = useMemo(() => pinsOf(spots, chosen), [spots, chosen])
  const unplaced = orders.length - [...spots.values()].reduce((sum, here) => sum + here.length, 0)

  const take = (area: Area) => {
    const inside = ordersIn(area, orders)
    const fresh = inside.filter((order) => !chosen.has(order.id))
    setSaid(inside.length === 0 ? t('choose-map.none') : t('choose-map.added', { count: fresh.length }))
    add(fresh)
  }
  // The map reads its callbacks once and stores them.
  const act = useRef({ take, toggle, spots })
  act.current = { take, toggle, spots }
  const pressPin = useCallback((key: string) => {
    act.current.toggle((act.current.spots.get(key) ?? []).map(({ order }) => order))
  }, [])
  const onArea = useCallback((area: Area | null) => {
    setDrawing(false)
    if (area) act.current.take(area)
  }, [])
  const { near, listed, close } = useNearPins(spots)
  const onView = useCallback((area: Area) => {
    view.current = area
  }, [])

  return (
    <Stack gap={6}>
      <MapButtons
        drawing={drawing}
        draw={() => setDrawing((on) => !on)}
        takeInView={() => view.current && take(view.current)}
        showAll={() => {
          // Another press after the map was moved fits it again.
          setWhole(false)
          requestAnimationFrame(() => setWhole(true))
        }}
        said={said}
      />
      <PlaceMap
        label={t('choose-map.label')}
        height={300}
        centre={ATHENS}
        zoom={TOWN}
        pins={pins}
        fit={whole}
        drawing={drawing}
        onPressPin={pressPin}
        near={near}
        onArea={onArea}
        onView={onView}
      />
      <Text size="xs" c="dimmed">
        {t(drawing ? 'choose-map.drawing' : 'choose-map.hint')}{' '}
        {unplaced > 0 ? t('choose-map.unplaced', { count: unplaced }) : null}
      </Text>
      <NearOrders orders={listed} chosen={chosen} toggle={toggle} close={close} />
    </Stack>
  )
}

/**
 * Returns how a pin that stands for several places is called, by its number of orders and the first of them, and the orders
 * of the one that was pressed last, until `close`.
 */
function useNearPins(spots: Spots): { near: NearPins; listed: readonly WaitingOrder[]; close: () => void } {
  const { t } = useTranslation('shipping')
  const [pressed, press] = useState<readonly string[]>([])
  const near = useMemo((): NearPins => {
    const title = (count: number, group: readonly Pin[]) => {
      const names = group.slice(0, FEW_NAMES).map((pin) => pin.title)
      return `${t('choose-map.near', { count })}: ${names.join(', ')}${group.length > FEW_NAMES ? ' …' : ''}`
    }
    return { title, press }
  }, [t])
  const listed = pressed.flatMap((key) => spots.get(key) ?? []).map(({ order }) => order)
  return { near, listed, close: () => press([]) }
}

/** Returns the orders whose address has a place on the map, by their spot. */
function spotsOf(orders: readonly WaitingOrder[]): Spots {
  const placed = orders.flatMap((order) => {
    const point = asPoint(order.lat, order.lon)
    return point ? [{ order, point }] : []
  })
  return Map.groupBy(placed, ({ point }) => `${point.lat.toFixed(5)} ${point.lon.toFixed(5)}`)
}

/** Returns a pin for each spot, with the number of its orders if there are several. */
const pinsOf = (spots: Spots, chosen: ReadonlySet<number>): Pin[] =>
  [...spots].flatMap(([key, here]) => {
    const [first] = here
    if (!first) return []
    const title = here.map(({ order }) => `${order.name} (${order.id})`).join(', ')
    const mark = here.length > 1 ? String(here.length) : ''
    return [
      { key, ...first.point, title, mark, count: here.length, chosen: here.every(({ order }) => chosen.has(order.id)) },
    ]
  })

const ordersIn = (area: Area, orders: readonly WaitingOrder[]): WaitingOrder[] =>
  orders.filter((order) => {
    const point = asPoint(order.lat, order.lon)
    return point !== null && inArea(point, area)
  })

type MapButtonsProps = {
  drawing: boolean
  draw: () => void
  takeInView: () => void
  showAll: () => void
  /** How many orders were added last. */
  said: string
}

function MapButtons({ drawing, draw, takeInView, showAll, said }: MapButtonsProps) {
  const { t } = useTranslation('shipping')
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant={drawing ? 'filled' : 'default'}
        aria-pressed={drawing}
        leftSection={<SquareDashedMousePointer size={16} aria-hidden />}
        onClick={draw}
      >
        {t('action.draw-area')}
      </Button>
      <Button size="compact-sm" variant="default" leftSection={<Scan size={16} aria-hidden />} onClick={takeInView}>
        {t('action.in-view')}
      </Button>
      <Button size="compact-sm" variant="default" leftSection={<ZoomOut size={16} aria-hidden />} onClick={showAll}>
        {t('action.show-all')}
      </Button>
      <Text size="sm" role="status">
        {said}
      </Text>
    </Group>
  )
}
