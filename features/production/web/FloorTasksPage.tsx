import { useTranslation } from 'react-i18next'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { LogoutButton, ToPackageButton } from '#features/sections/web/FloorButtons.tsx'
import { SectionCards } from '#features/sections/web/SectionCards.tsx'

/** The same page for the workshop, without a menu and with large targets. */
export default function FloorTasksPage() {
  const { t } = useTranslation('production')
  return (
    <>
      <PageHeader title={t('title.tasks')} primary={<ToPackageButton />} secondary={<LogoutButton />} />
      <SectionCards large pathOf={(name) => `/single/${encodeURIComponent(name)}`} />
    </>
  )
}
