import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { SectionNeeds } from '#features/sections/web/SectionNeeds.tsx'
import { useSearchState } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { SECTION_VIEW } from './section-view.ts'
import { SectionWork } from './SectionWork.tsx'
import styles from './section.module.css'

type SectionViewsProps = {
  section: string
  onName: (name: string) => void
  large?: boolean
  buttons?: (refresh: () => void) => ReactNode
}

const search = z.object({ view: z.enum(['tasks', 'summary']).catch('tasks') })

/** The tasks of a section, and the summary of what open orders need from it. */
export function SectionViews({ section, onName, large = false, buttons }: SectionViewsProps) {
  const { t } = useTranslation('production')
  const [{ view }, change] = useSearchState(search)
  const own = usePageParts(SECTION_VIEW).find((part) => part.section === section)
  return (
    <>
      <SegmentedControl
        size="md"
        mb="sm"
        className={styles.modes}
        aria-label={t('section.views')}
        value={view}
        data={[
          { value: 'tasks', label: t('section.tasks') },
          { value: 'summary', label: t('section.summary') },
        ]}
        onChange={(next) => change({ view: next === 'tasks' ? undefined : next })}
      />
      {view === 'summary' ? (
        <SectionNeeds section={section} onName={onName} large={large} />
      ) : own ? (
        <own.View section={section} onName={onName} />
      ) : (
        <SectionWork section={section} onName={onName} {...(buttons && { buttons })} />
      )}
    </>
  )
}
