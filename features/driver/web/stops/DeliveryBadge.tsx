import { useTranslation } from 'react-i18next'
import badge from '#web/ui/StatusBadge.module.css'

/** Colours of the driver's badge. All other statuses are grey here. */
const TONES: Readonly<Record<string, string>> = { SHIPPED: 'green', INVOICED: 'yellow', RETURNED: 'red' }

/** Shows the status of an order in the colours of the driver's page. */
export function DeliveryBadge({ status }: { status: string }) {
  const { t } = useTranslation('frame')
  return (
    <span className={badge.badge} data-tone={TONES[status] ?? 'gray'} data-status={status}>
      {t(`status.${status}`, { defaultValue: status })}
    </span>
  )
}
