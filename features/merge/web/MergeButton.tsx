import { Button } from '@mantine/core'
import { Merge } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { customerPages } from '#features/customers/web/customer-pages.ts'
import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import type { PartyPages } from '#features/parties/web/party-pages.ts'
import { providerPages } from '#features/providers/web/provider-pages.ts'
import type { OfProvider } from '#features/providers/web/provider-parts.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { mergeRights } from '../domain/rights.ts'

/** The button beside the name of a customer. */
export const MergeCustomer = ({ customer: { id } }: OfCustomer) => <MergeButton pages={customerPages} id={id} />

/** The button beside the name of a provider. */
export const MergeProvider = ({ provider: { id } }: OfProvider) => <MergeButton pages={providerPages} id={id} />

/** Leads from a customer or provider to the page that merges another one into it. */
function MergeButton({ pages, id }: { pages: PartyPages; id: number }) {
  const { t } = useTranslation('merge')
  if (!useMay(mergeRights.write)) return null
  return (
    <Button
      component={PageLink}
      to={`${pages.mergePage}?keep=${id}`}
      variant="default"
      leftSection={<Merge size={16} aria-hidden />}
    >
      {t(`of.${pages.feature}.merge-with`)}
    </Button>
  )
}
