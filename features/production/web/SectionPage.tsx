import { useTranslation } from 'react-i18next'
import { LogoutButton, ToPackageButton } from '#features/sections/web/FloorButtons.tsx'
import { useSectionName } from '#features/sections/web/section-name.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SectionViews } from './section/SectionViews.tsx'

/** One section for the office, with the menu. */
export default function SectionPage() {
  const { t } = useTranslation('production')
  const { asked, shown, moveTo } = useSectionName('/tasks')
  return (
    <>
      <PageHeader
        title={shown}
        mark={<LogoutButton />}
        back={{ to: '/tasks', label: t('section.back') }}
        primary={<ToPackageButton />}
      />
      <SectionViews section={asked} onName={moveTo} />
    </>
  )
}
