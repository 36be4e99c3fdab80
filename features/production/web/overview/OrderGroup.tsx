import { ChevronDown, ChevronRight } from '#web/ui/icon/icons.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/sections/web/section-name.ts'
import { NOTHING, showQuantity } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import mark from '#web/ui/mark.module.css'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { DayText } from '#web/ui/texts.tsx'
import type { GroupTask, TaskGroup } from '../../domain/overview-contract.ts'
import { isOpenTask } from '../../domain/task.ts'
import { CardsLink } from '../cards/CardsLink.tsx'
import styles from './overview.module.css'

/** The tasks of one order: a line that opens to the tasks, each a link to the page of its section. */
export function OrderGroup({ group }: { group: TaskGroup }) {
  const { t } = useTranslation('production')
  const [open, setOpen] = useState(false)
  const tasks = useId()
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <li className={styles.group} data-late={group.late > 0 || undefined}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={tasks}
        onClick={() => setOpen(!open)}
      >
        <Chevron size={20} aria-hidden />
        <strong>{group.orderId === null ? t('overview.own') : t('overview.group', { id: group.orderId })}</strong>
        <span className={styles.customer}>{group.customer}</span>
        {group.delivery === null ? <span /> : <DayText value={group.delivery} />}
        <span className={styles.marks}>
          {group.status === null ? NOTHING : <StatusBadge status={group.status} />}
          {group.late > 0 ? (
            <span className={mark.mark} data-tone="warning">
              {t('overview.late', { count: group.late })}
            </span>
          ) : null}
          {group.blocked > 0 ? (
            <span className={mark.mark} data-tone="warning">
              {t('overview.blocked', { count: group.blocked })}
            </span>
          ) : null}
        </span>
        <Chain parts={group.parts} />
      </button>
      <ul id={tasks} className={styles.tasks} hidden={!open}>
        {open ? group.tasks.map((task) => <TaskLine key={task.id} task={task} />) : null}
        {open ? <CardsOfGroup group={group} /> : null}
      </ul>
    </li>
  )
}

/** Prints the cards of the open tasks of an order. */
function CardsOfGroup({ group: { orderId, tasks } }: { group: TaskGroup }) {
  const { t } = useTranslation('production')
  const ids = openIds(tasks)
  return ids.length === 0 ? null : (
    <li className={styles.cards}>
      <CardsLink ids={ids} withText of={orderId === null ? t('overview.own') : t('overview.group', { id: orderId })} />
    </li>
  )
}

/** Returns the open tasks. */
export const openIds = (tasks: readonly GroupTask[]): number[] =>
  tasks.filter(({ status }) => isOpenTask(status)).map(({ id }) => id)

/** The sections of an order in the order of the steps, each with its finished and all tasks. */
function Chain({ parts }: Pick<TaskGroup, 'parts'>) {
  const { t } = useTranslation('production')
  const shownName = useShownName()
  return (
    <span className={styles.chain}>
      {parts.map(({ section, tasks, open }) => (
        <span key={section} data-done={open === 0 || undefined}>
          {t('overview.part', { section: shownName(section), done: tasks - open, tasks })}
        </span>
      ))}
    </span>
  )
}

function TaskLine({ task }: { task: GroupTask }) {
  const { t } = useTranslation('production')
  const shownName = useShownName()
  const count = (quantity: number) =>
    `${showQuantity(quantity)} ${t(`frame:unit.${task.unit}`, { defaultValue: task.unit })}`
  return (
    <li>
      <PageLink to={`/single/${encodeURIComponent(task.section)}`} className={styles.task}>
        <strong>{shownName(task.section)}</strong>
        <span>{task.product}</span>
        <span>{t('overview.left', { left: showQuantity(task.left), quantity: count(task.quantity) })}</span>
        <span className={styles.marks}>
          <StatusBadge status={task.status} />
          {task.isLate ? (
            <span className={mark.mark} data-tone="warning">
              {t('task.late')}
            </span>
          ) : null}
          {task.isBlocked ? (
            <span className={mark.mark} data-tone="warning">
              {t('task.blocked')}
            </span>
          ) : null}
        </span>
      </PageLink>
    </li>
  )
}
