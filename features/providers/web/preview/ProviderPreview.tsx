import { Group } from '@mantine/core'
import { ProfileFacts } from '#features/parties/web/page/PartyProfile.tsx'
import { readAhead as readAnswer, useAsk } from '#web/query.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { AskedPreview } from '#web/ui/table/preview/AskedPreview.tsx'
import { providerAccount } from '../../domain/account-contract.ts'
import { providerContracts } from '../../domain/contract.ts'
import { ProviderFigures } from '../page/ProviderFigures.tsx'
import { NewInvoice, ProviderParts } from '../page/ProviderPage.tsx'
import { PROVIDER_ACTION, PROVIDER_NOTICE } from '../provider-parts.ts'

/** Reads a provider. Their account reads their whole history, so it is read only for the one that is shown. */
export const readAhead = (id: number): Promise<unknown> => readAnswer(providerContracts.detail, { id })

/** Shows a provider beside a list: what may be done, what is owed and due next, and their data. */
export default function ProviderPreview({ id }: { id: number }) {
  const account = useAsk(providerAccount, { id })
  return (
    <AskedPreview contract={providerContracts.detail} id={id}>
      {({ party }) => (
        <>
          <ProviderParts kind={PROVIDER_NOTICE} provider={party} />
          <Group gap="xs" data-tools>
            <NewInvoice />
            <ProviderParts kind={PROVIDER_ACTION} provider={party} />
          </Group>
          {account.error ? (
            <RefusalText error={account.error} retry={() => void account.refetch()} />
          ) : (
            <ProviderFigures account={account.data} />
          )}
          <ProfileFacts party={party} isCustomer={false} />
        </>
      )}
    </AskedPreview>
  )
}
