import { useTranslation } from 'react-i18next'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ToPackageButton } from './FloorButtons.tsx'
import { useSectionName } from './section-name.ts'
import { SectionNeeds } from './SectionNeeds.tsx'

/** One section for the office, with the menu. */
export default function SectionPage() {
  const { t } = useTranslation('sections')
  const { asked, shown, moveTo } = useSectionName('/tasks')
  return (
    <>
      <PageHeader
        title={shown}
        subtitle={t('needs.hint')}
        back={{ to: '/tasks', label: t('title.tasks') }}
        primary={<ToPackageButton />}
      />
      <SectionNeeds section={asked} onName={moveTo} />
    </>
  )
}
