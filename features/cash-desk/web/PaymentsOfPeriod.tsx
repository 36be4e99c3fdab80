import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Period } from '#kernel/days/period.ts'
import { useMayOpen } from '#web/may-open.ts'
import { useSearchState } from '#web/navigation.tsx'
import { ListTable } from '#web/records/ListTable.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { deskPaymentList } from '../domain/contract.ts'
import styles from './cash-desk.module.css'

const address = z.object({ list: z.literal('1').optional().catch(undefined) })
/** The payments of the period, shown and hidden by a button. */
export function PaymentsOfPeriod({ period }: { period: Period }) {
  const { t } = useTranslation('cash-desk')
  const [{ list }, setAddress] = useSearchState(address)
  const mayOpen = useMayOpen('/payment-overview/$id')
  const fixed = useMemo(() => ({ dateFrom: period.from, dateTo: period.to }), [period.from, period.to])
  const shown = list === '1'
  return (
    <Panel
      title={t('payments.title')}
      actions={
        <Button
          variant="default"
          aria-expanded={shown}
          onClick={() => setAddress({ list: shown ? undefined : '1', q: undefined, page: undefined })}
        >
          {t(shown ? 'payments.hide' : 'payments.show')}
        </Button>
      }
    >
      {shown ? (
        <ListTable
          declared={deskPaymentList}
          label={t('payments.title')}
          sumsAtFirst
          {...(mayOpen ? {} : { open: undefined })}
          searches={t('payments.searches')}
          fixed={fixed}
          height="70vh"
          empty={{ title: t('payments.none') }}
        />
      ) : (
        <p className={styles.none}>{t('payments.hidden')}</p>
      )}
    </Panel>
  )
}
