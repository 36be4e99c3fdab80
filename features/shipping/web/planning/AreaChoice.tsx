import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { Map as MapIcon } from '#web/ui/icon/icons.ts'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/lazy-part.tsx'
import { useAsk } from '#web/query.ts'
import { RefusalText } from '#web/ui/states.tsx'
import type { ReadyRow } from '../../domain/contract.ts'
import { type WaitingOrder, waitingOrders } from '../../domain/planning-contract.ts'
import { AREA_KINDS, areasOf } from './areas.ts'
import styles from './shipping.module.css'
import type { PlannedStop } from './stop-order.ts'

const ChooseMap = lazyPart(() => import('./ChooseMap.tsx'))

const NONE: readonly WaitingOrder[] = []
/** More chips than this would push the list off the screen. */
const FEW_AREAS = 10

type AreaKind = (typeof AREA_KINDS)[number]

type AreaChoiceProps = {
  chosen: readonly PlannedStop[]
  toggle: (rows: readonly ReadyRow[]) => void
  add: (rows: readonly ReadyRow[]) => void
}

/** Selects many orders at once: by city, by postcode, or on the map. */
export function AreaChoice({ chosen, toggle, add }: AreaChoiceProps) {
  const { t } = useTranslation('shipping')
  const waiting = useAsk(waitingOrders, {})
  const [kind, setKind] = useLocalStorage<AreaKind>({
    key: 'shipping-areas',
    defaultValue: 'city',
    getInitialValueInEffect: false,
  })
  const [map, setMap] = useState(false)
  if (!waiting.data && waiting.error) return <RefusalText error={waiting.error} retry={() => void waiting.refetch()} />
  const { rows = NONE, more = false } = waiting.data ?? {}
  const on = new Set(chosen.map((stop) => stop.id))
  return (
    <section className={styles.areas} aria-label={t('area.title')}>
      <div className={styles.line} data-tools>
        <SegmentedControl
          size="xs"
          className={styles.kinds}
          aria-label={t('area.by')}
          value={kind}
          data={AREA_KINDS.map((one) => ({ value: one, label: t(`area.${one}`) }))}
          onChange={(next) => setKind(AREA_KINDS.find((one) => one === next) ?? 'city')}
        />
        <AreaChips rows={rows} kind={kind} chosen={on} toggle={toggle} />
        <Button
          variant="default"
          className={styles.toMap}
          leftSection={<MapIcon size={16} aria-hidden />}
          aria-expanded={map}
          disabled={rows.length === 0}
          onClick={() => setMap((open) => !open)}
        >
          {t(map ? 'choose-map.close' : 'choose-map.open')}
        </Button>
      </div>
      {more ? (
        <Text size="sm" c="dimmed">
          {t('area.too-many', { count: rows.length })}
        </Text>
      ) : null}
      {map ? (
        <Suspense>
          <ChooseMap orders={rows} chosen={on} toggle={toggle} add={add} />
        </Suspense>
      ) : null}
    </section>
  )
}

type AreaChipsProps = {
  rows: readonly WaitingOrder[]
  kind: AreaKind
  chosen: ReadonlySet<number>
  toggle: (rows: readonly ReadyRow[]) => void
}

/** A button for each area, with the number of its orders. It is pressed if all of them are chosen. */
function AreaChips({ rows, kind, chosen, toggle }: AreaChipsProps) {
  const { t } = useTranslation('shipping')
  const [all, { toggle: toggleAll }] = useDisclosure(false)
  const areas = areasOf(rows, kind)
  const shown = all ? areas : areas.slice(0, FEW_AREAS)
  return (
    <Group gap={4} className={styles.chips} role="group" aria-label={t('area.title')}>
      {shown.map(({ key, name, orders }) => {
        const words = name === '' ? t(kind === 'city' ? 'area.unnamed' : 'area.unnumbered') : name
        const pressed = orders.every((order) => chosen.has(order.id))
        return (
          <Button
            key={key}
            radius="xl"
            variant={pressed ? 'filled' : 'default'}
            aria-pressed={pressed}
            aria-label={t('area.chip', { name: words, count: orders.length })}
            onClick={() => toggle(orders)}
          >
            {words} <span className={styles.count}>{orders.length}</span>
          </Button>
        )
      })}
      {areas.length > FEW_AREAS ? (
        <Button radius="xl" variant="subtle" onClick={toggleAll}>
          {all ? t('area.fewer') : t('area.more', { count: areas.length - FEW_AREAS })}
        </Button>
      ) : null}
    </Group>
  )
}
