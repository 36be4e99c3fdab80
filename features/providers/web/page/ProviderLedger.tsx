import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PartyTransactions } from '#features/parties/web/page/PartyTransactions.tsx'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import type { LedgerRow } from '../../domain/account-contract.ts'

/** Lists booked invoices, payments and the opening balance, oldest first, with what is owed after each. Payments are negative. */
export function ProviderLedger({ rows, truncated }: { rows: readonly LedgerRow[]; truncated: boolean }) {
  return <PartyTransactions transactions={rows} truncated={truncated} nameOf={(row) => <EntryName row={row} />} />
}

/** Names an entry: a link to the page of the invoice or of the payment, if the person may open it. */
function EntryName({ row: { kind, id, type, refcode } }: { row: LedgerRow }) {
  const { t } = useTranslation(['providers', 'parties'])
  const mayOpenInvoice = useMayOpen('/invoice-detail/$id')
  const mayOpenPayment = useMayOpen('/payment-overview/$id')
  if (kind === 'opening') return t('word.opening-balance')
  const name =
    kind === 'invoice'
      ? t('ledger.invoice', { code: refcode })
      : t(kind === 'paid' ? 'word.payment-of-type' : 'ledger.returned', {
          type: t(`parties:payment.${type ?? 'CASH'}`, { defaultValue: type ?? '' }),
        })
  if (!(kind === 'invoice' ? mayOpenInvoice : mayOpenPayment)) return name
  return (
    <Anchor
      component={PageLink}
      to={kind === 'invoice' ? `/invoice-detail/${id}` : `/payment-overview/${id}`}
      size="sm"
    >
      {name}
    </Anchor>
  )
}
