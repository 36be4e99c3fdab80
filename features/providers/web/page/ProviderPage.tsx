import { Button } from '@mantine/core'
import { Plus } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { PartyView } from '#features/parties/web/page/PartyView.tsx'
import { Refused } from '#kernel/refusal.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { QuotedAlert } from '#web/ui/states.tsx'
import { providerPages } from '../provider-pages.ts'
import { type OfProvider, PROVIDER_ACTION, PROVIDER_HISTORY, PROVIDER_NOTICE } from '../provider-parts.ts'
import { ProviderHistory } from './ProviderHistory.tsx'
import { ProviderOverview } from './ProviderOverview.tsx'

/** The page of one provider: what we owe, what is due next, the ledger, and the edit form. */
export default function ProviderPage() {
  const { t } = useTranslation(['providers', 'parties'])
  return (
    <PartyView
      pages={providerPages}
      overview={(provider) => <ProviderOverview provider={provider} />}
      notices={(provider) => <ProviderParts kind={PROVIDER_NOTICE} provider={provider} />}
      history={(provider) => (
        <>
          <ProviderParts kind={PROVIDER_HISTORY} provider={provider} />
          <Panel title={t('parties:tab.history')}>
            <ProviderHistory id={provider.id} />
          </Panel>
        </>
      )}
      secondary={(provider) => <ProviderParts kind={PROVIDER_ACTION} provider={provider} />}
      primary={() => <NewInvoice />}
      failed={(error, retry) => <LoadAlert error={error} retry={retry} />}
    />
  )
}

/** Shows the alert of the specification after a failed load, with the reason in the person's language (C-53). */
function LoadAlert({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation('providers')
  const isMissing = error instanceof Refused && error.refusal.kind === 'missing'
  return <QuotedAlert title={t(isMissing ? 'alert.missing' : 'alert.load')} error={error} retry={retry} mb="md" />
}

/** What other features add to the page of a provider. */
export function ProviderParts({ kind, provider }: OfProvider & { kind: typeof PROVIDER_NOTICE }) {
  return usePageParts(kind).map(({ key, Part }) => <Part key={key} provider={provider} />)
}

/** Leads to the entry of an invoice. */
export function NewInvoice() {
  const { t } = useTranslation('providers')
  if (!useMayOpen('/createinvoice')) return null
  return (
    <Button component={PageLink} to="/createinvoice" leftSection={<Plus size={16} aria-hidden />}>
      {t('action.new-invoice')}
    </Button>
  )
}
