import { useTranslation } from 'react-i18next'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ToPackageButton } from '#features/sections/web/FloorButtons.tsx'
import { SectionCards } from '#features/sections/web/SectionCards.tsx'

/** All sections for the office, with the number of products that open orders need from each. */
export default function TasksPage() {
  const { t } = useTranslation('production')
  return (
    <>
      <PageHeader title={t('title.tasks')} subtitle={t('sections:tasks.hint')} primary={<ToPackageButton />} />
      <SectionCards pathOf={(name) => `/tasks/${encodeURIComponent(name)}`} />
    </>
  )
}
