import { Group, Loader } from '@mantine/core'
import { CircleHelp, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import styles from './orders.module.css'

/** Status of an order in the list, with the accounting document that is under way or failed. */
export function OrderStateCell({ status, document }: { status: string; document: string | null }) {
  return (
    <Group gap={6} wrap="nowrap">
      <StatusBadge status={status} />
      {document === null ? null : <DocumentMark status={document} />}
    </Group>
  )
}

/** In one word, where an accounting document stands. */
export function DocumentMark({ status }: { status: string }) {
  const { t } = useTranslation('orders')
  const icon =
    status === 'FAILED' ? (
      <TriangleAlert size={13} aria-hidden />
    ) : status === 'UNKNOWN' ? (
      <CircleHelp size={13} aria-hidden />
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
