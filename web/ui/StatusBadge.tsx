import { useTranslation } from 'react-i18next'
import styles from './StatusBadge.module.css'

/** Every status of orders, shipments and tasks has one tone, the same on every screen. */
export const STATUS_TONES: Readonly<Record<string, string>> = {
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

/** A status in words and colour. Words come from `status.<STATUS>`; an unknown one is shown as it is stored. */
export function StatusBadge({ status }: { status: string }) {
  const { t } = useTranslation('frame')
  return (
    <span className={styles.badge} data-tone={STATUS_TONES[status] ?? 'gray'} data-status={status}>
      {t(`status.${status}`, { defaultValue: status })}
    </span>
  )
}
