import { Button } from '@mantine/core'
import { Merge } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { PartyPages } from '#features/parties/web/party-pages.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { mergeRights } from '../domain/rights.ts'

/** Leads from a customer or provider to the page that merges another one into it. */
export function MergeButton({ pages, id }: { pages: PartyPages; id: number }) {
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
