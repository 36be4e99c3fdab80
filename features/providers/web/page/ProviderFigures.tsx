import { Anchor, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { NOTHING } from '#web/format.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import figures from '#web/ui/figures.module.css'
import { Figure } from '#web/ui/Panel.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import type { providerAccount } from '../../domain/account-contract.ts'
import styles from '../providers.module.css'

type Account = OutputOf<typeof providerAccount>

/** Shows what a provider delivered, what was paid, what we owe, and what is due next. While they are read their place is kept. */
export function ProviderFigures({ account }: { account: Account | undefined }) {
  const { t } = useTranslation('providers')
  const known = (show: (account: Account) => ReactNode) =>
    account ? show(account) : <Skeleton height={22} width="60%" />
  return (
    <section aria-label={t('figures.title')}>
      <dl className={`${figures.figures} ${styles.figures}`}>
        <Figure label={t('word.invoices')}>
          {known((of) => (
            <MoneyText value={of.figures.invoiced} />
          ))}
        </Figure>
        <Figure label={t('word.payments')}>
          {known((of) => (
            <MoneyText value={of.figures.paid} />
          ))}
        </Figure>
        <Figure label={t('figures.returned')}>
          {known((of) => (
            <MoneyText value={of.figures.returned} />
          ))}
        </Figure>
        {account && account.figures.opening !== 0 ? (
          <Figure label={t('word.opening-balance')}>
            <MoneyText value={account.figures.opening} />
          </Figure>
        ) : null}
        <Figure label={t('payment.balance')}>
          {known((of) => (
            <Balance cents={of.figures.balance} />
          ))}
        </Figure>
        <Figure label={t('figures.due-next')}>
          {known((of) => (
            <DueCharge charge={of.due.charge} />
          ))}
        </Figure>
        <Figure label={t('figures.next-cheque')}>
          {known((of) => (
            <NextCheque cheque={of.due.cheque} />
          ))}
        </Figure>
        <Figure label={t('figures.invoiced-this-year')}>
          {known((of) => (
            <MoneyText value={of.figures.invoicedThisYear} />
          ))}
        </Figure>
        <Figure label={t('figures.invoices')}>{known((of) => of.figures.invoices)}</Figure>
      </dl>
    </section>
  )
}

function Balance({ cents }: { cents: number }) {
  const { t } = useTranslation('providers')
  return (
    <>
      <MoneyText value={cents} />{' '}
      <span className={styles.note}>{cents === 0 ? '' : cents > 0 ? t('figures.owed') : t('figures.credit')}</span>
    </>
  )
}

/** The oldest charge that is not paid in full: its unpaid part, the day on which it is due, and a link to the invoice. */
function DueCharge({ charge }: { charge: Account['due']['charge'] }) {
  const { t } = useTranslation('providers')
  const mayOpen = useMayOpen('/invoice-detail/$id')
  if (charge === null) return NOTHING
  const { entry, rest, due } = charge
  const name =
    entry.kind === 'invoice'
      ? entry.reference
      : t(entry.kind === 'opening' ? 'word.opening-balance' : 'ledger.returned-money')
  return (
    <>
      <MoneyText value={rest} />{' '}
      <span className={styles.note}>
        {mayOpen && entry.kind === 'invoice' ? (
          <Anchor component={PageLink} to={`/invoice-detail/${entry.id}`} inherit underline="always">
            {name}
          </Anchor>
        ) : (
          name
        )}
        , <DayText value={due} />
      </span>
    </>
  )
}

function NextCheque({ cheque }: { cheque: Account['due']['cheque'] }) {
  if (cheque === null) return NOTHING
  return (
    <>
      <MoneyText value={cheque.amount} />{' '}
      <span className={styles.note}>
        <DayText value={cheque.date} />
      </span>
    </>
  )
}
