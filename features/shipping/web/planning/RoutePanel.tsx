import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { ExternalLink, Route as RouteIcon } from '#web/ui/icon/icons.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PlaceMap } from '#web/ui/map/PlaceMap.tsx'
import type { Pin } from '#web/ui/map/place-map.ts'
import { ATHENS } from '#web/ui/map/point.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { NOTHING } from '#web/format.ts'
import { addressStopsOf, noneClosed, stopNumbersOf } from '../../domain/stops/address-stops.ts'
import type { PlannedStop } from './stop-order.ts'
import styles from './shipping.module.css'
import type { Route, ShownRoute } from './use-route.ts'
import { useRouteTexts } from '../route-texts.ts'

/** The zoom at which the streets of a town are visible. */
const TOWN = 12

type RoutePanelProps = {
  stops: readonly PlannedStop[]
  shown: ShownRoute
  /** Puts the stops in the best order. */
  best: () => void
  /** Opens the field for the company's place, for people who may set it. */
  setPlace: (() => void) | undefined
}

/** Shows the route with distance and duration, on the map, and with links to the maps site. */
export function RoutePanel({ stops, shown, best, setPlace }: RoutePanelProps) {
  const { t } = useTranslation('shipping')
  const { route, stale, error, finding, saved } = shown
  const { distance, duration } = useRouteTexts()
  return (
    <section className={styles.route} aria-label={t('route.title')}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div data-stale={stale || undefined} className={styles.figures} aria-live="polite">
          {route?.whole ? (
            <>
              <dl>
                <div>
                  <dt>{t('route.distance')}</dt>
                  <dd>{distance(route.whole.metres)}</dd>
                </div>
                <div>
                  <dt>{t('route.duration')}</dt>
                  <dd>{duration(route.whole.seconds)}</dd>
                </div>
              </dl>
              <Text size="xs" c="dimmed" data-estimated={route.estimated}>
                {t(sourceOf(route))}
              </Text>
            </>
          ) : route === undefined && error === null ? (
            <Loader size="sm" aria-label={t('route.title')} />
          ) : null}
        </div>
        <ActionButton
          size="sm"
          variant="light"
          className={styles.best}
          leftSection={<RouteIcon size={16} aria-hidden />}
          pending={finding}
          onClick={best}
        >
          {t('action.best-order')}
        </ActionButton>
      </Group>
      {saved ? (
        <Text size="sm" role="status" className={styles.saved}>
          {saved.metres > 0
            ? t('route.saves', { distance: distance(saved.metres), duration: duration(saved.seconds) })
            : t('route.saves-nothing')}
        </Text>
      ) : null}
      {error ? <RefusalText error={error} retry={shown.retry} /> : null}
      {route && route.start.lat === null ? (
        <Alert color="yellow" variant="light" p="xs">
          <Text size="sm" c="var(--mantine-color-text)">
            {t('route.no-start')}
          </Text>
          {setPlace ? (
            <Button size="compact-sm" variant="default" mt={6} onClick={setPlace}>
              {t('action.lists')}
            </Button>
          ) : null}
        </Alert>
      ) : null}
      <RouteMap stops={stops} route={route} />
      {route ? <UnplacedStops stops={stops} route={route} /> : null}
      {route ? <Links route={route} stale={stale} /> : null}
    </section>
  )
}

const sourceOf = (route: Route) =>
  route.fallback !== null
    ? (`route.${route.fallback}` as const)
    : route.service === null
      ? ('route.estimate' as const)
      : (`route.by-${route.service}` as const)

function RouteMap({ stops, route }: { stops: readonly PlannedStop[]; route: Route | undefined }) {
  const { t } = useTranslation('shipping')
  const pins = useMemo((): Pin[] => {
    const numbers = stopNumbersOf(stops, noneClosed)
    const place = new Map(stops.map(({ id, name }) => [id, { number: numbers.get(id) ?? 0, name }]))
    const known = (route?.stops ?? []).flatMap(({ orderId, lat, lon }) => {
      const at = place.get(orderId)
      return at && lat !== null && lon !== null ? [{ ...at, lat, lon }] : []
    })
    // several stops at one address are one pin
    const addresses = Map.groupBy(known, ({ lat, lon }) => `${lat.toFixed(5)} ${lon.toFixed(5)}`)
    const placed = [...addresses].flatMap(([key, here]): Pin[] => {
      const [first] = here
      if (!first) return []
      const titles = new Set(here.map(({ number, name }) => t('route.pin', { place: number, name })))
      const title = [...titles].join(', ')
      const several = here.some(({ number }) => number !== first.number)
      const mark = several ? `${first.number}+` : String(first.number)
      return [{ key, lat: first.lat, lon: first.lon, mark, title, chosen: true }]
    })
    const { lat, lon, address } = route?.start ?? { lat: null, lon: null, address: '' }
    if (lat === null || lon === null) return placed
    return [{ key: 'start', lat, lon, title: t('plan.printed', { address }) }, ...placed]
  }, [stops, route, t])
  return (
    <PlaceMap
      label={t('route.map')}
      height={300}
      centre={ATHENS}
      zoom={TOWN}
      pins={pins}
      line={route?.line ?? []}
      fit={pins.length > 1}
    />
  )
}

/** Shows which addresses are being looked up, and which were not found. */
function UnplacedStops({ stops, route }: { stops: readonly PlannedStop[]; route: Route }) {
  const { t } = useTranslation('shipping')
  if (route.unasked > 0)
    return (
      <Group gap={8} role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">{t('route.asking', { count: route.unasked })}</Text>
      </Group>
    )
  const unplaced = route.stops.filter((stop) => stop.lat === null)
  if (unplaced.length === 0) return null
  return (
    <Stack gap={2}>
      <Text size="sm">{t('route.lost')}</Text>
      <ul className={styles.lost}>
        {unplaced.map((stop) => (
          <li key={stop.orderId}>
            {stops.find((one) => one.id === stop.orderId)?.name} · {stop.address || NOTHING}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

/** Links the route on the maps site. The links are hidden while they still lead to stops that have changed. */
function Links({ route, stale }: { route: Route; stale: boolean }) {
  const { t } = useTranslation('shipping')
  const home = addressStopsOf(route.stops).length + 1
  return (
    <Group gap="sm" className={styles.links} data-stale={stale || undefined}>
      {route.links.map((link) => {
        const to = Math.min(link.to, home - 1)
        const text =
          route.links.length === 1
            ? t('route.link')
            : link.from === home
              ? t('route.link-home')
              : link.from === to
                ? t('route.link-one', { from: link.from })
                : t('route.link-part', { from: link.from, to })
        return (
          <Anchor key={link.href} href={link.href} target="_blank" rel="noreferrer" size="sm">
            {text} <ExternalLink size={14} aria-label={t('route.new-tab')} />
          </Anchor>
        )
      })}
    </Group>
  )
}
