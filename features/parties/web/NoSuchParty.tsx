import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import type { PartyPages } from './party-pages.ts'

/** Says that there is no party with the id of the address, and leads to the list. */
export function NoSuchParty({ pages, given }: { pages: PartyPages; given: string }) {
  const { t } = useTranslation('parties')
  return (
    <NoRecordPage
      missing={refusal('missing', `${pages.feature}.missing`, { [pages.idName]: given })}
      list={{ to: pages.list, label: t('title.list', { ns: pages.feature }) }}
    />
  )
}
