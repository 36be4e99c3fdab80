import { useTranslation } from 'react-i18next'
import { MailsPanel } from '#features/mail/web/MailsPanel.tsx'
import { PartyAging } from '#features/parties/web/page/PartyAging.tsx'
import { PartyProfile } from '#features/parties/web/page/PartyProfile.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useAsk } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { providerAccount } from '../../domain/account-contract.ts'
import { providersEntity } from '../../domain/entity.ts'
import { type OfProvider, PROVIDER_PANEL } from '../provider-parts.ts'
import { ProviderFigures } from './ProviderFigures.tsx'
import { ProviderLedger } from './ProviderLedger.tsx'

/** Shows what we owe to a provider, what is due next, the ledger and the profile. */
export function ProviderOverview({ provider }: OfProvider) {
  const { t } = useTranslation(['providers', 'parties'])
  const { id } = provider
  const answer = useAsk(providerAccount, { id })
  const panels = usePageParts(PROVIDER_PANEL)
  const account = answer.data
  return (
    <>
      {account || !answer.error ? <ProviderFigures account={account} /> : null}
      <div className={surfaces.columns}>
        <div>
          {account ? (
            <>
              {Object.values(account.aging).some((part) => part !== 0) ? (
                <PartyAging aging={account.aging} overdue={account.overdue} />
              ) : null}
              <ProviderLedger rows={account.ledger} truncated={account.truncated} />
            </>
          ) : (
            <Panel title={t('parties:transactions.title')}>
              {answer.error ? (
                <ErrorState error={answer.error} retry={() => void answer.refetch()} />
              ) : (
                <Loading rows={12} />
              )}
            </Panel>
          )}
          {panels.map(({ key, Part }) => (
            <Part key={key} provider={provider} />
          ))}
        </div>
        <div>
          <PartyProfile party={provider} />
          <MailsPanel entity={providersEntity} id={id} />
        </div>
      </div>
    </>
  )
}
