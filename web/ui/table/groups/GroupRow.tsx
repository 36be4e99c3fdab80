import { useTranslation } from 'react-i18next'
import { showCount } from '#web/format.ts'
import type { RowGroup } from '#web/ui/table/groups/group-rows.ts'
import styles from '#web/ui/table/groups/groups.module.css'

/** The heading of a group: its value, the number of its rows on this page, and their sums. */
export function GroupRow({ group, columns }: { group: RowGroup; columns: number }) {
  const { t } = useTranslation('frame')
  return (
    <tr role="row" className={styles.group}>
      <th role="rowheader" scope="rowgroup" colSpan={columns}>
        <span className={styles.heading}>
          <span>
            <span className={styles.column}>{group.column.header}:</span> {group.text || t('table.group-empty')}
          </span>
          <span className={styles.figure}>
            {t('table.group-rows', { count: group.count, shown: showCount(group.count) })}
          </span>
          {group.sums.map(({ key, header, text }) => (
            <span key={key} className={styles.figure}>
              {header}: {text}
            </span>
          ))}
        </span>
      </th>
    </tr>
  )
}
