import { useTranslation } from 'react-i18next'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { LogoutButton, ToPackageButton } from './FloorButtons.tsx'
import { useSectionName } from './section-name.ts'
import { SectionNeeds } from './SectionNeeds.tsx'

/** One section for its workshop, without a menu. */
export default function SingleSectionPage() {
  const { t } = useTranslation('sections')
  const { asked, shown, moveTo } = useSectionName('/single')
  return (
    <>
      <PageHeader
        title={shown}
        subtitle={t('needs.hint')}
        back={{ to: '/Tasks', label: t('title.tasks') }}
        primary={<ToPackageButton />}
        secondary={<LogoutButton />}
      />
      <SectionNeeds large section={asked} onName={moveTo} />
    </>
  )
}
