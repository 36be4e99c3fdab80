import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'

/** Says that there is no import or move-in with the id of the address, and leads to the list. */
export function NoSuchImport({ given }: { given: string }) {
  const { t } = useTranslation('import')
  return (
    <NoRecordPage
      missing={refusal('missing', 'import.missing', { id: given })}
      list={{ to: '/import', label: t('title.imports') }}
    />
  )
}
