import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfProvider } from '#features/providers/web/provider-parts.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { providerProducts } from '../domain/contract.ts'
import { purchasesRights } from '../domain/rights.ts'
import { CatalogueList } from './CatalogueList.tsx'
import { PageTurner } from '#web/ui/PageTurner.tsx'

/** Shows what a provider sells, on the provider's page. */
export default function ProviderCatalogue({ provider }: OfProvider) {
  return useMay(purchasesRights.read) ? <Loaded providerId={provider.id} /> : null
}

const PAUSE_MS = 250

function Loaded({ providerId }: { providerId: number }) {
  const { t } = useTranslation('purchases')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [asked] = useDebouncedValue(search, PAUSE_MS)
  const answer = useAsk(providerProducts, { providerId, search: asked, page }, { keepPrevious: true })
  if (!answer.data)
    return (
      <Panel title={t('catalogue.of-provider')}>
        {answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading rows={3} height={36} />
        )}
      </Panel>
    )
  const { rows, more } = answer.data
  const isShort = page === 1 && !more && search === '' && rows.length < 10
  return (
    <CatalogueList
      title={t('catalogue.of-provider')}
      rows={rows}
      of={{ productId: null, providerId }}
      empty={t(search === '' ? 'catalogue.no-products' : 'catalogue.nothing-found')}
      before={
        isShort ? null : (
          <TextInput
            p="sm"
            aria-label={t('catalogue.search')}
            placeholder={t('catalogue.search')}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              setPage(1)
            }}
          />
        )
      }
      after={<PageTurner page={page} more={more} turn={setPage} />}
    />
  )
}
