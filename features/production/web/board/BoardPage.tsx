import { DragDropProvider } from '@dnd-kit/react'
import { ActionIcon, Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { ChevronLeft, ChevronRight } from '#web/ui/icon/icons.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/sections/web/section-name.ts'
import { addDays, type Day, isDay } from '#kernel/day.ts'
import { showDay, showWeekday } from '#web/format.ts'
import { PageLink, useSearchTexts } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { dragPlugins, POINTER } from '#web/ui/dragging/drag-plugins.ts'
import { MoveToDay } from '#web/ui/form/MoveToDay.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import type { OutputOf } from '#kernel/contract.ts'
import { board, type BoardSection, type BoardTask } from '../../domain/board-contract.ts'
import { columnDays } from '../../domain/board-days.ts'
import { CardsLink } from '../cards/CardsLink.tsx'
import { DayCell, dayOfTarget, LooseCell } from './BoardCells.tsx'
import styles from './board.module.css'
import { useMeaning } from './use-meaning.ts'
import { usePlanning } from './use-planning.ts'

const DAYS_OF_WEEK = 7

type Shown = OutputOf<typeof board>

/** The open tasks of all sections by day, with what each day can take. A task is dragged to another day, or moved by a dialog. */
export default function BoardPage() {
  const { t } = useTranslation('production')
  const [texts, change] = useSearchTexts()
  const asked = texts['day']
  const day = asked !== undefined && isDay(asked) ? asked : undefined
  const answer = useAsk(board, { day }, { keepPrevious: true })
  const { plan, mayPlan } = usePlanning()
  const [chosen, setChosen] = useState<BoardTask | null>(null)
  const meaning = useMeaning()
  const show = (to: Day | undefined) => change({ day: to }, { push: true })
  const { data } = answer
  return (
    <>
      <PageHeader
        title={t('title.board')}
        subtitle={data === undefined ? '' : `${showDay(data.from)} – ${showDay(data.to)}`}
        back={{ to: '/tasks', label: t('title.tasks') }}
      />
      {data ? (
        <>
          <WeekTools shown={data} show={show} />
          <Sections shown={data} day={day} show={show} mayPlan={mayPlan} plan={plan} choose={setChosen} />
        </>
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={8} height={64} />
      )}
      <Dialog opened={chosen !== null} onClose={() => setChosen(null)} title={t('board.move')} size="sm">
        {chosen ? (
          <MoveToDay
            name={chosen.product}
            day={chosen.day}
            label={t('word.day')}
            confirm={t('board.confirm')}
            meaning={(to) => meaning(chosen, to)}
            move={(to) => {
              setChosen(null)
              plan(chosen, to)
            }}
          />
        ) : null}
      </Dialog>
    </>
  )
}

function WeekTools({ shown: { from, today }, show }: { shown: Shown; show: (day: Day | undefined) => void }) {
  const { t } = useTranslation('production')
  const isFirst = from <= today
  return (
    <Group gap="xs" mb="md">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('board.previous')}
        aria-disabled={isFirst}
        onClick={() => (isFirst ? undefined : show(addDays(from, -DAYS_OF_WEEK)))}
      >
        <ChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <Button variant="default" onClick={() => show(undefined)}>
        {t('frame:day.today')}
      </Button>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('board.next')}
        onClick={() => show(addDays(from, DAYS_OF_WEEK))}
      >
        <ChevronRight size={20} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

type SectionsProps = {
  shown: Shown
  /** The day in the address, which a phone or tablet shows. */
  day: Day | undefined
  show: (day: Day) => void
  mayPlan: boolean
  plan: (task: BoardTask, day: Day) => void
  choose: (task: BoardTask) => void
}

/** A row for each section. A phone or tablet shows one day at a time. */
function Sections({ shown, day, show, mayPlan, plan, choose }: SectionsProps) {
  const { t, i18n } = useTranslation('production')
  const meaning = useMeaning()
  const [over, setOver] = useState<{ task: BoardTask; day: Day } | null>(null)
  const narrow = useMediaQuery('(max-width: 1200px)', false, { getInitialValueInEffect: false })
  const settings = useMemo(() => ({ sensors: [POINTER], plugins: dragPlugins() }), [])
  const days = columnDays(shown.sections)
  const only = days.find((one) => one === day) ?? days[0]
  const used = shown.sections.filter(
    ({ late, undated, days: cells, capacity, minutes }) =>
      capacity !== null ||
      minutes !== null ||
      late.count + undated.count + cells.reduce((sum, { count }) => sum + count, 0) > 0,
  )
  if (used.length === 0) return <EmptyState title={t('board.empty')} />
  return (
    <DragDropProvider
      key={i18n.language}
      {...settings}
      onDragOver={({ operation: { source, target } }) => {
        if (source && target)
          setOver({ task: (source.data as { task: BoardTask }).task, day: dayOfTarget(target.data) })
      }}
      onDragEnd={({ canceled, operation: { source, target } }) => {
        setOver(null)
        if (!canceled && source && target) plan((source.data as { task: BoardTask }).task, dayOfTarget(target.data))
      }}
    >
      {narrow ? (
        <Group gap={4} mb="md" role="group" aria-label={t('word.day')}>
          {days.map((one) => (
            <Button
              key={one}
              size="md"
              variant={one === only ? 'filled' : 'default'}
              aria-pressed={one === only}
              onClick={() => show(one)}
            >
              {showWeekday(one, 'short')}
            </Button>
          ))}
        </Group>
      ) : null}
      <div className={styles.board}>
        {used.map((row) => (
          <SectionRow
            key={row.section}
            row={row}
            days={narrow ? days.filter((one) => one === only) : days}
            today={shown.today}
            mayPlan={mayPlan}
            choose={choose}
          />
        ))}
      </div>
      <p className={styles.meaning} role="status" data-shown={over !== null || undefined}>
        {over === null ? null : `${showWeekday(over.day, 'short')}: ${meaning(over.task, over.day)}`}
      </p>
    </DragDropProvider>
  )
}

type SectionRowProps = Pick<SectionsProps, 'mayPlan' | 'choose'> & {
  row: BoardSection
  days: readonly Day[]
  today: Day
}

/** Returns the tasks of a section that the board lists for the shown days. */
const idsOfRow = ({ late, undated, days: cells }: BoardSection, days: readonly Day[]): number[] =>
  [late, ...cells.filter(({ day }) => days.includes(day)), undated].flatMap(({ tasks }) => tasks.map(({ id }) => id))

function SectionRow({ row, days, today, ...shared }: SectionRowProps) {
  const { t } = useTranslation('production')
  const shownName = useShownName()
  const name = shownName(row.section)
  return (
    <section className={styles.section} aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <PageLink to={`/tasks/${row.section}`}>{name}</PageLink>
        </h2>
        <CardsLink ids={idsOfRow(row, days)} of={name} />
      </div>
      <div className={styles.days}>
        {row.late.count > 0 ? (
          <div className={styles.column}>
            <h3 data-late>{t('task.late')}</h3>
            <LooseCell cell={row.late} label={`${name}, ${t('task.late')}`} isLate {...shared} />
          </div>
        ) : null}
        {row.days
          .filter(({ day }) => days.includes(day))
          .map((cell) => (
            <div key={cell.day} className={styles.column}>
              <h3 data-today={cell.day === today || undefined}>{showWeekday(cell.day, 'short')}</h3>
              <DayCell
                section={name}
                cell={cell}
                capacity={row.minutes ?? row.capacity}
                inMinutes={row.minutes !== null}
                {...shared}
              />
            </div>
          ))}
        {row.undated.count > 0 ? (
          <div className={styles.column}>
            <h3>{t('board.undated')}</h3>
            <LooseCell cell={row.undated} label={`${name}, ${t('board.undated')}`} isLate={false} {...shared} />
          </div>
        ) : null}
      </div>
    </section>
  )
}
