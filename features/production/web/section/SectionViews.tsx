import { Button, Group, SegmentedControl } from '@mantine/core'
import { RotateCw } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { SectionNeeds } from '#features/sections/web/SectionNeeds.tsx'
import { ANYTHING } from '#kernel/live/topics.ts'
import { useSearchState } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { readAgain } from '#web/query.ts'
import { useRefreshWhenQuiet } from './refresh-when-quiet.ts'
import { SECTION_VIEW } from './section-view.ts'
import { SectionWork } from './SectionWork.tsx'
import styles from './section.module.css'

type SectionViewsProps = { section: string; onName: (name: string) => void; large?: boolean }

const refresh = () => readAgain([ANYTHING])

const search = z.object({ view: z.enum(['tasks', 'summary']).catch('tasks') })

/**
 * The tasks of a section, and the summary of what open orders need from it. Each view is read again by its button, and after a minute in
 * which nobody touches the page (S2-SEC-02, S2-STA-28).
 */
export function SectionViews({ section, onName, large = false }: SectionViewsProps) {
  const { t } = useTranslation('production')
  const [{ view }, change] = useSearchState(search)
  const own = usePageParts(SECTION_VIEW).find((part) => part.section === section)
  useRefreshWhenQuiet(refresh)
  return (
    <>
      <Group justify="space-between" gap="xs" mb="sm">
        <SegmentedControl
          size="md"
          className={styles.modes}
          aria-label={t('section.views')}
          value={view}
          data={[
            { value: 'tasks', label: t('calendar.tasks') },
            { value: 'summary', label: t('section.summary') },
          ]}
          onChange={(next) => change({ view: next === 'tasks' ? undefined : next })}
        />
        <Button variant="default" size="md" mih={56} aria-label={t('section.refresh')} onClick={refresh}>
          <RotateCw size={20} aria-hidden />
          <span className={styles.refresh}>{t('section.refresh')}</span>
        </Button>
      </Group>
      {view === 'summary' ? (
        <SectionNeeds section={section} onName={onName} large={large} />
      ) : own ? (
        <own.View section={section} onName={onName} />
      ) : (
        <SectionWork section={section} onName={onName} />
      )}
    </>
  )
}
