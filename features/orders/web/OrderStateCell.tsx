import { Loader } from '@mantine/core'
import { CircleHelp, Hammer, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from './order-state.module.css'

/** Shows the status of an order in the list, its accounting document in progress or failed, and its open tasks. */
export function OrderStateCell({
  status,
  document,
  openTasks = 0,
}: {
  status: string
  document: string | null
  openTasks?: number
}) {
  if (document === null && openTasks === 0) return <StatusBadge status={status} />
  return (
    <span className={styles.state}>
      <StatusBadge status={status} />
      {document === null ? null : <DocumentMark status={document} />}
      {openTasks === 0 ? null : <OpenTasksChip count={openTasks} />}
    </span>
  )
}

/** Shows how many production tasks are open, beside a status that says all is in stock (C-10). */
function OpenTasksChip({ count }: { count: number }) {
  const { t } = useTranslation('orders')
  return (
    <span className={styles.openTasks} data-open-tasks={count}>
      <Hammer size={14} aria-hidden />
      {t('open-tasks', { count })}
    </span>
  )
}

/** Shows the state of an accounting document in one word. */
export function DocumentMark({ status }: { status: string }) {
  const { t } = useTranslation('orders')
  const icon =
    status === 'FAILED' || status === 'CONFLICT' ? (
      <TriangleAlert size={14} aria-hidden />
    ) : status === 'UNKNOWN' ? (
      <CircleHelp size={14} aria-hidden />
    ) : status === 'ACKNOWLEDGED' ? null : (
      <Loader size={11} aria-hidden />
    )
  return (
    <span className={styles.document} data-document={status}>
      {icon}
      {t(`document.state.${status}`, { defaultValue: status })}
    </span>
  )
}
