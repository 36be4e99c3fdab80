import { Button } from '@mantine/core'
import { Map as MapIcon, Navigation } from '#web/ui/icon/icons.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlaceMap } from '#web/ui/map/PlaceMap.tsx'
import { asPoint } from '#web/ui/map/point.ts'
import { useRouteTexts } from '#features/shipping/web/route-texts.ts'
import { addressStopsOf, destinationOf, stopNumbersOf } from '#features/shipping/domain/stops/address-stops.ts'
import { type DayNow, isClosed, type OpenShipment } from '../domain/day-now.ts'
import styles from './driver.module.css'
import { routePartsOf } from '../domain/navigation.ts'

type RouteMapProps = { shipment: OpenShipment; company: DayNow['company'] }

/** Shows distance, duration and map of the route, and links to the maps app of the phone. */
export function RouteMap({ shipment, company }: RouteMapProps) {
  const { t } = useTranslation('driver')
  const texts = useRouteTexts()
  const [shown, setShown] = useState(false)
  const { distance, duration, estimated, extra } = shipment
  const numbers = stopNumbersOf(shipment.stops, isClosed)
  const parts = routePartsOf(addressStopsOf(shipment.stops.filter((stop) => !isClosed(stop))).map(({ first }) => first))
  const facts = [
    distance === null ? '' : t('route.distance', { km: Math.round(distance / 1000) }),
    duration === null ? '' : texts.duration(duration),
    estimated && distance !== null ? t('route.estimate') : '',
  ].filter(Boolean)
  return (
    <div className={styles.route}>
      <div className={styles.routeTools}>
        <Button
          variant="default"
          aria-expanded={shown}
          leftSection={<MapIcon size={20} aria-hidden />}
          onClick={() => setShown(!shown)}
        >
          {t('route.toggle')}
        </Button>
        {parts.map((part, place) => (
          <Button
            key={part.href}
            component="a"
            href={part.href}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<Navigation size={20} aria-hidden />}
          >
            {parts.length === 1
              ? t('route.navigate')
              : t(part.stops.length === 1 ? 'route.leg-one' : 'route.leg', {
                  part: place + 1,
                  from: numbers.get(part.stops[0]?.id ?? 0),
                  to: numbers.get(part.stops.at(-1)?.id ?? 0),
                })}
          </Button>
        ))}
      </div>
      {facts.length === 0 ? null : <p>{facts.join(' · ')}</p>}
      {extra === '' ? null : <p className={styles.extra}>{extra}</p>}
      {shown ? <TheMap shipment={shipment} company={company} /> : null}
    </div>
  )
}

function TheMap({ shipment, company }: RouteMapProps) {
  const { t } = useTranslation('driver')
  const stops = useMemo(() => addressStopsOf(shipment.stops), [shipment.stops])
  const numbers = useMemo(() => stopNumbersOf(shipment.stops, isClosed), [shipment.stops])
  const pins = useMemo(
    () =>
      stops.flatMap(({ first }) => {
        const point = asPoint(first.lat, first.lon)
        const position = numbers.get(first.id)
        const title = t('route.pin', { position, name: first.name, destination: destinationOf(first) })
        return point === null ? [] : [{ ...point, key: String(first.id), title, mark: String(position) }]
      }),
    [stops, numbers, t],
  )
  const line = useMemo(() => {
    const home = company.place === null ? [] : [{ lat: company.place[0], lon: company.place[1] }]
    return [...home, ...pins.map(({ lat, lon }) => ({ lat, lon })), ...home]
  }, [company.place, pins])
  const unplaced = stops.length - pins.length
  return (
    <>
      <PlaceMap label={t('route.map', { id: shipment.id })} pins={pins} line={line} fit height={320} />
      {unplaced === 0 ? null : <p>{t('route.unplaced', { count: unplaced })}</p>}
    </>
  )
}
