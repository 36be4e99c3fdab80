import { useTranslation } from 'react-i18next'
import type { Entity } from '#kernel/entity.ts'
import { showCount } from '#web/format.ts'
import styles from './notes.module.css'
import { useNotes } from './use-notes.ts'

/** The title of the notes tab, with the number of notes. */
export function NotesTitle({ entity, id }: { entity: Entity; id: number }) {
  const { t } = useTranslation('notes')
  const count = useNotes(entity, id).data?.notes.length ?? 0
  return (
    <>
      {t('title')}
      {count > 0 ? <span className={styles.count}>{showCount(count)}</span> : null}
    </>
  )
}
