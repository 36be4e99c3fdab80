import { useTranslation } from 'react-i18next'
import { LogoutButton, ToPackageButton } from '#features/sections/web/FloorButtons.tsx'
import { useSectionName } from '#features/sections/web/section-name.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SectionViews } from './section/SectionViews.tsx'

/** One section for its workshop, without a menu. */
export default function SingleSectionPage() {
  const { t } = useTranslation('production')
  const { asked, shown, moveTo } = useSectionName('/single')
  return (
    <>
      <PageHeader
        title={shown}
        mark={<LogoutButton />}
        back={{ to: '/Tasks', label: t('section.back') }}
        primary={<ToPackageButton />}
      />
      <SectionViews section={asked} onName={moveTo} large />
    </>
  )
}
