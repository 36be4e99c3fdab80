import { ActionIcon, Button, Group, Popover, SegmentedControl, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { ChevronLeft, ChevronRight, ListFilter } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../domain/contract.ts'
import { nextOf, VIEWS } from '../domain/span.ts'
import styles from './calendar.module.css'
import type { KindTexts } from './kind-texts.ts'
import type { Place } from './use-place.ts'

const PHYSICAL = { usePhysicalKeys: true } as const

type FilterProps = { place: Place; kinds: readonly Kind[]; texts: KindTexts }

/** Chooses the days and the kinds to show. Alt with P, T and N leads to the days before, to today and to the next days. */
export function CalendarTools({ place, kinds, texts, narrow }: FilterProps & { narrow: boolean }) {
  const { t } = useTranslation('calendar')
  const { view, day, today, open } = place
  const go = (step: 1 | -1) => () => open({ day: nextOf(view, day, step) })
  const goToday = () => open({ day: today })
  useHotkeys([
    ['alt+P', go(-1), PHYSICAL],
    ['alt+T', goToday, PHYSICAL],
    ['alt+N', go(1), PHYSICAL],
  ])
  return (
    <div className={styles.tools}>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(`previous.${view}`)}
          title={`${t(`previous.${view}`)} (Alt+P)`}
          aria-keyshortcuts="Alt+P"
          onClick={go(-1)}
        >
          <ChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={goToday} title="Alt+T" aria-keyshortcuts="Alt+T">
          {t('day.today', { ns: 'frame' })}
        </Button>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t(`next.${view}`)}
          title={`${t(`next.${view}`)} (Alt+N)`}
          aria-keyshortcuts="Alt+N"
          onClick={go(1)}
        >
          <ChevronRight size={20} aria-hidden />
        </ActionIcon>
      </Group>
      <SegmentedControl
        fullWidth={narrow}
        size={narrow ? 'md' : 'sm'}
        aria-label={t('view.label')}
        value={view}
        data={VIEWS.map((one) => ({ value: one, label: t(`view.${one}`) }))}
        onChange={(next) => open({ view: VIEWS.find((one) => one === next) ?? 'week' })}
      />
      {narrow ? (
        <Popover position="bottom-start" withinPortal={false}>
          <Popover.Target>
            <Button variant="default" leftSection={<ListFilter size={16} aria-hidden />}>
              {t('kinds')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <KindFilter place={place} kinds={kinds} texts={texts} narrow />
          </Popover.Dropdown>
        </Popover>
      ) : (
        <KindFilter place={place} kinds={kinds} texts={texts} narrow={false} />
      )}
    </div>
  )
}

/** One button for each kind. A pressed one is shown. */
function KindFilter({ place, kinds, texts, narrow }: FilterProps & { narrow: boolean }) {
  const { t } = useTranslation('calendar')
  const Row = narrow ? Stack : Group
  const names = kinds.map(({ name }) => name)
  const shown = new Set(place.kinds ?? names)
  const toggle = (name: string) => {
    const next = names.filter((one) => (one === name ? !shown.has(one) : shown.has(one)))
    place.open({ kinds: next.length === names.length ? null : next }, { replace: true })
  }
  return (
    <Row gap={6} role="group" aria-label={t('kinds')}>
      {names.map((name) => (
        <Button
          key={name}
          size={narrow ? 'md' : 'compact-sm'}
          className={styles.kindButton}
          variant={shown.has(name) ? 'light' : 'default'}
          aria-pressed={shown.has(name)}
          onClick={() => toggle(name)}
        >
          {texts.kind(name)}
        </Button>
      ))}
    </Row>
  )
}
