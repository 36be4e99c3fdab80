import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { PageLink } from '#web/navigation.tsx'
import { Anchor } from '@mantine/core'
import { Panel } from '#web/ui/Panel.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import { NOTHING } from '#web/format.ts'
import type { paymentEntry } from '../../domain/office-contract.ts'
import { balanceAfter, type PaymentDraft, type PaymentParty } from '../../domain/payment-draft.ts'
import styles from '../payments.module.css'

type Props = { party: PaymentParty; entry: OutputOf<typeof paymentEntry>; draft: PaymentDraft }

/** Shows the balance before the payment and after it. */
export function BalancePanel({ party, entry, draft }: Props) {
  const { t } = useTranslation('payments')
  const last = entry.lastPayment
  return (
    <Panel title={t('payment.balance')}>
      <dl className={styles.sums}>
        <dt>{t('create.before')}</dt>
        <dd>
          <MoneyText value={entry.balance} flagNegative />
        </dd>
        <dt>{t('create.after')}</dt>
        <dd className={styles.grand} aria-live="polite" data-balance-after>
          <MoneyText value={balanceAfter(party.kind, entry.balance, draft)} flagNegative />
        </dd>
        <dt>{t('create.last')}</dt>
        <dd>
          {last === null ? (
            NOTHING
          ) : (
            <Anchor component={PageLink} to={`/payment-overview/${last.id}`} inherit>
              <MoneyText value={last.amount} /> · <DayText value={last.date} />
            </Anchor>
          )}
        </dd>
      </dl>
    </Panel>
  )
}
