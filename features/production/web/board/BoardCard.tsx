import { useDraggable } from '@dnd-kit/react'
import { ActionIcon } from '@mantine/core'
import { CalendarDays, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/sections/web/section-name.ts'
import { showDayMonth, showQuantity } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { languageOf } from '#web/language/language-of.ts'
import type { BoardTask } from '../../domain/board-contract.ts'
import styles from './board.module.css'

type BoardCardProps = {
  task: BoardTask
  isLate: boolean
  mayPlan: boolean
  /** Opens the dialog that plans it for another day. */
  choose: (task: BoardTask) => void
}

/** A task on the board: what is left of which product, for whom, and when its order is delivered. It is dragged to another day. */
export function BoardCard({ task, isLate, mayPlan, choose }: BoardCardProps) {
  const { t, i18n } = useTranslation('production')
  const movable = mayPlan && task.fixed === null
  const { ref, isDragging } = useDraggable({ id: task.id, data: { task }, disabled: !movable })
  const shownName = useShownName()
  const unit = t(`frame:unit.${task.unit}`, { defaultValue: task.unit })
  const facts = [
    task.orderId === null ? '' : t('task.order', { id: task.orderId }),
    // a washing task has a customer and no order
    task.customer || t('task.internal'),
    task.delivery === null ? '' : t('board.delivery', { day: showDayMonth(task.delivery) }),
    task.before === null
      ? ''
      : t('board.before', { section: shownName(task.before.section), day: showDayMonth(task.before.day) }),
  ]
  return (
    <li
      ref={ref}
      className={styles.card}
      data-task={task.id}
      data-late={isLate || undefined}
      data-movable={movable || undefined}
      data-dragged={isDragging || undefined}
    >
      <PageLink
        to={`/task/${task.id}`}
        draggable={false}
        className={styles.product}
        lang={languageOf(task.product, i18n.language)}
      >
        {`${showQuantity(task.left)} ${unit} ${task.product}`}
      </PageLink>
      {task.isBlocked ? (
        <span className={styles.blocked}>
          <TriangleAlert size={14} aria-hidden /> {t('task.blocked')}
        </span>
      ) : null}
      <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
      {mayPlan ? (
        <ActionIcon
          variant="subtle"
          size={32}
          className={styles.move}
          aria-label={t('board.move-of', { product: task.product })}
          title={t('board.move')}
          onClick={() => choose(task)}
        >
          <CalendarDays size={16} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  )
}
