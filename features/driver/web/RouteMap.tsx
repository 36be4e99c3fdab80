import { Button } from '@mantine/core'
import { Map as MapIcon, Navigation } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlaceMap } from '#web/ui/map/PlaceMap.tsx'
import { asPoint } from '#web/ui/map/point.ts'
import { type DayNow, isClosed, type Round } from '../domain/day.ts'
import styles from './driver.module.css'
import { destinationOf, legsOf } from '../domain/navigation.ts'

export type RouteMapProps = { round: Round; company: DayNow['company'] }

/** Shows distance, duration and map of the route, and links to the maps app of the phone. */
export function RouteMap({ round, company }: RouteMapProps) {
  const { t } = useTranslation('driver')
  const [shown, setShown] = useState(false)
  const { distance, duration, estimated, extra } = round.shipment
  const legs = legsOf(round.stops.filter((stop) => !isClosed(stop)))
  const facts = [
    distance === null ? '' : t('route.distance', { km: Math.round(distance / 1000) }),
    duration === null ? '' : t('route.duration', { minutes: Math.round(duration / 60) }),
    estimated && distance !== null ? t('route.estimate') : '',
  ].filter(Boolean)
  return (
    <div className={styles.route}>
      <div className={styles.routeTools}>
        <Button
          variant="default"
          aria-expanded={shown}
          leftSection={<MapIcon size={18} aria-hidden />}
          onClick={() => setShown(!shown)}
        >
          {t('route.toggle')}
        </Button>
        {legs.map((leg, place) => (
          <Button
            key={leg.address}
            component="a"
            href={leg.address}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<Navigation size={18} aria-hidden />}
          >
            {legs.length === 1
              ? t('route.navigate')
              : t(leg.stops.length === 1 ? 'route.leg-one' : 'route.leg', {
                  part: place + 1,
                  from: leg.stops[0]?.position,
                  to: leg.stops.at(-1)?.position,
                })}
          </Button>
        ))}
      </div>
      {facts.length === 0 ? null : <p>{facts.join(' · ')}</p>}
      {extra === '' ? null : <p className={styles.extra}>{extra}</p>}
      {shown ? <TheMap round={round} company={company} /> : null}
    </div>
  )
}

function TheMap({ round, company }: RouteMapProps) {
  const { t } = useTranslation('driver')
  const pins = useMemo(
    () =>
      round.stops.flatMap((stop) => {
        const point = asPoint(stop.lat, stop.lon)
        const title = t('route.pin', { position: stop.position, name: stop.name, destination: destinationOf(stop) })
        return point === null ? [] : [{ ...point, key: String(stop.id), title, mark: String(stop.position) }]
      }),
    [round.stops, t],
  )
  const line = useMemo(() => {
    const home = company.place === null ? [] : [{ lat: company.place[0], lon: company.place[1] }]
    return [...home, ...pins.map(({ lat, lon }) => ({ lat, lon })), ...home]
  }, [company.place, pins])
  const unplaced = round.stops.length - pins.length
  return (
    <>
      <PlaceMap label={t('route.map', { id: round.shipment.id })} pins={pins} line={line} fit height={320} />
      {unplaced === 0 ? null : <p>{t('route.unplaced', { count: unplaced })}</p>}
    </>
  )
}
