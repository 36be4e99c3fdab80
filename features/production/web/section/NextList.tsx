import { Button, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/sections/web/section-name.ts'
import { showWeekday } from '#web/format.ts'
import { QuantityText } from '#web/ui/texts.tsx'
import type { SectionDay, SectionTask } from '../../domain/section-day-contract.ts'
import { TaskMarks } from './TaskMarks.tsx'
import styles from './section.module.css'

/** The number of tasks that are shown without a press. */
const SHOWN = 8

type NextListProps = { tasks: readonly SectionTask[]; open: number; choose: (id: number) => void }

/** The tasks after the one that is shown large. A press on one shows it large. */
export function NextList({ tasks, open, choose }: NextListProps) {
  const { t } = useTranslation('production')
  const [all, setAll] = useState(false)
  if (tasks.length === 0) return null
  const shown = all ? tasks : tasks.slice(0, SHOWN)
  return (
    <section className={styles.next} aria-labelledby="section-next">
      <h2 id="section-next">{t('next.title', { count: Math.max(open - 1, tasks.length) })}</h2>
      <ul>
        {shown.map((task) => (
          <li key={task.id}>
            <UnstyledButton className={styles.line} onClick={() => choose(task.id)}>
              <span>
                <strong>
                  <QuantityText value={task.left} unit={task.unit} />
                </strong>{' '}
                {task.product}
              </span>
              <small>
                <TaskMarks task={task} />
                {[
                  task.day ? showWeekday(task.day, 'short') : null,
                  task.orderId === null ? t('task.internal') : t('task.order', { id: task.orderId }),
                  task.orderId === null ? null : task.customer,
                ]
                  .filter((text) => text !== null)
                  .join(' · ')}
              </small>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {shown.length < tasks.length ? (
        <Button variant="default" size="md" mih={56} fullWidth onClick={() => setAll(true)}>
          {t('next.more', { count: tasks.length - shown.length })}
        </Button>
      ) : null}
    </section>
  )
}

/** Counts the tasks that come from other sections (C-84). */
export function ComingList({ coming }: Pick<SectionDay, 'coming'>) {
  const { t } = useTranslation('production')
  const shownName = useShownName()
  if (coming.length === 0) return null
  return (
    <ul className={styles.coming} aria-label={t('coming.title')}>
      {coming.map(({ section, tasks }) => (
        <li key={section}>{t('coming.from', { count: tasks, section: shownName(section) })}</li>
      ))}
    </ul>
  )
}
