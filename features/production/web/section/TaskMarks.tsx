import { useTranslation } from 'react-i18next'
import type { SectionTask } from '../../domain/section-day-contract.ts'
import styles from './section.module.css'

/** Marks a task that is late, and one that waits for materials. */
export function TaskMarks({ task }: { task: Pick<SectionTask, 'isLate' | 'materials'> }) {
  const { t } = useTranslation('production')
  return (
    <>
      {task.isLate ? (
        <span className={styles.mark} data-mark="late">
          {t('task.late')}
        </span>
      ) : null}
      {task.materials.some(({ short }) => short > 0) ? (
        <span className={styles.mark} data-mark="blocked">
          {t('task.blocked')}
        </span>
      ) : null}
    </>
  )
}
