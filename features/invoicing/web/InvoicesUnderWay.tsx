import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AWAITS_MARK } from '#features/orders/domain/order.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { invoicesUnderWay } from '../domain/contract.ts'
import styles from './invoice.module.css'

/** Shows how many invoices are under way at the accounting service, wait for their MARK, were accepted today, or were refused. */
export function InvoicesUnderWay() {
  const { t } = useTranslation('invoicing')
  const counts = useAsk(invoicesUnderWay, {}, { keepPrevious: true }).data
  if (!counts || Object.values(counts).every((count) => count === 0)) return null
  const { sending, awaitsMark, acceptedToday, failed } = counts
  return (
    <p className={styles.underWay} role="status" aria-label={t('under-way.label')}>
      <span data-sending={sending}>{t('under-way.sending', { count: sending })}</span>
      {awaitsMark > 0 ? (
        <Anchor component={PageLink} to={`/orders?show=READY-TO-INVOICE&f.document=${AWAITS_MARK}`} inherit>
          {t('under-way.awaits-mark', { count: awaitsMark })}
        </Anchor>
      ) : null}
      <span data-accepted={acceptedToday}>{t('under-way.accepted', { count: acceptedToday })}</span>
      {failed > 0 ? (
        <Anchor
          component={PageLink}
          to="/orders?show=READY-TO-INVOICE&f.document=FAILED,CONFLICT"
          inherit
          data-failed={failed}
        >
          {t('under-way.failed', { count: failed })}
        </Anchor>
      ) : null}
    </p>
  )
}
