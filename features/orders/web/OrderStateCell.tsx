import { Loader } from '@mantine/core'
import { CircleHelp, FileClock, Hammer, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { AWAITS_MARK } from '../domain/order.ts'
import styles from './order-state.module.css'

/** Shows the status of an order in the list, its accounting document in progress or failed, and its open tasks. */
export function OrderStateCell({
  status,
  document,
  openTasks = 0,
  brief = false,
}: {
  status: string
  document: string | null
  openTasks?: number
  /** Shows only the number of open tasks where a mouse has little room; a tooltip and its name for screen readers say what it counts. */
  brief?: boolean
}) {
  if (document === null && openTasks === 0) return <StatusBadge status={status} />
  return (
    <span className={styles.state}>
      <StatusBadge status={status} />
      {document === null ? null : <DocumentMark status={document} brief={brief} />}
      {openTasks === 0 ? null : <OpenTasksChip count={openTasks} brief={brief} />}
    </span>
  )
}

/** Shows how many production tasks are open, beside a status that says all is in stock (C-10). */
function OpenTasksChip({ count, brief }: { count: number; brief: boolean }) {
  const { t } = useTranslation('orders')
  const words = t('open-tasks', { count })
  const named = brief ? ({ role: 'img', 'aria-label': words, title: words } as const) : {}
  return (
    <span className={styles.openTasks} data-open-tasks={count} {...named}>
      <Hammer size={14} aria-hidden />
      {brief ? (
        <>
          <span className={styles.count}>{count}</span>
          <span className={styles.words}>{words}</span>
        </>
      ) : (
        words
      )}
    </span>
  )
}

/** Shows the state of an accounting document in one word. If `brief`, a narrow table shows only its icon, and the word in a tooltip. */
export function DocumentMark({ status, brief = false }: { status: string; brief?: boolean }) {
  const { t } = useTranslation('orders')
  const icon =
    status === 'FAILED' || status === 'CONFLICT' ? (
      <TriangleAlert size={14} aria-hidden />
    ) : status === 'UNKNOWN' ? (
      <CircleHelp size={14} aria-hidden />
    ) : status === AWAITS_MARK ? (
      <FileClock size={14} aria-hidden />
    ) : status === 'ACKNOWLEDGED' ? null : (
      <Loader size={11} aria-hidden />
    )
  const word = t(`document.state.${status}`, { defaultValue: status })
  return (
    <span className={styles.document} data-document={status} title={brief ? word : undefined}>
      {icon}
      <span className={brief ? styles.word : undefined}>{word}</span>
    </span>
  )
}
