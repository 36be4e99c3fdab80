import { useCellTexts } from '#web/i18n.ts'
import styles from './StatusBadge.module.css'

/** The tone of each status of orders, shipments and tasks, the same on every screen. */
const STATUS_TONES: Readonly<Record<string, string>> = {
  OFFER: 'amber',
  'OFFER-DELETE': 'faded',
  'PENDING-STOCK': 'orange',
  'STOCK-OK': 'lime',
  'STOCK-FAULT': 'red',
  'TO-PACKAGE': 'sky',
  PACKAGED: 'blue',
  'READY-TO-INVOICE': 'violet',
  PARKED: 'gray',
  INVOICED: 'yellow',
  'ON SHIPPING': 'teal',
  SHIPPED: 'green',
  RETURNED: 'red',
  CANCELED: 'faded',
  FINISHED: 'green',
  PENDING: 'orange',
  'STOCK-RECEIVED': 'lime',
  PRODUCTION: 'sky',
  STARTED: 'sky',
  DELIVERY: 'teal',
  ACTIVE: 'sky',
  'IN-PROGRESS': 'sky',
  DONE: 'green',
}

/** A status as text with a colour. The text is `status.<STATUS>`; an unknown status is shown as it is stored. */
export function StatusBadge({ status }: { status: string }) {
  const t = useCellTexts('frame')
  return (
    <span className={styles.badge} data-tone={STATUS_TONES[status] ?? 'gray'} data-status={status}>
      {t(`status.${status}`, { defaultValue: status })}
    </span>
  )
}
